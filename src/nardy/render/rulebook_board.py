"""Articles on the board, the start, the way round, the turn and the meeting of checkers."""

from nardy.core.laws import FORWARD, LAWS
from nardy.render.rulebook_words import (
    Article,
    always,
    starts_alike,
    starts_on_one_point,
    when,
)

BOARD = (
    Article(
        always,
        "The board has 24 points. You number them by your own journey, from 24, where it begins,"
        " down to 1; points 1-6 are your home, and a checker that goes beyond 1 is off.",
        "На доске 24 пункта. Каждый нумерует их по своему пути: с 24, где он начинается, до 1;"
        " пункты 1-6 — дом, а шашка, прошедшая дальше 1, снята с доски.",
        "S0 text 5; S2; S3; S4",
    ),
    Article(
        starts_on_one_point,
        "Each player begins with {checkers}, all on {first_place}.",
        "В начале у каждого {checkers}: все на {first_place}.",
        "{source}",
    ),
    Article(
        lambda rules: starts_alike(rules) and not starts_on_one_point(rules),
        "Each player begins with {checkers}: {start}.",
        "В начале у каждого {checkers}: {start}.",
        "{source}",
    ),
    Article(
        lambda rules: not starts_alike(rules),
        "Each player begins with {checkers}, in an arrangement of his own. White: {white}."
        " Black: {black}.",
        "В начале у каждого {checkers}, расстановка разная. Белые: {white}. Чёрные: {black}.",
        "{source}",
    ),
    Article(
        starts_alike,
        "The pip count, all the distance still to go, is {pips} at the start.",
        "Счёт пипсов, весь оставшийся путь, в начале равен {pips}.",
        "{source}",
    ),
)

STARTER = (
    Article(
        always,
        "Each player throws one die, and the higher starts; a tie is thrown again.",
        "Каждый бросает одну кость, и начинает тот, у кого больше; при равенстве бросок"
        " повторяется.",
        "S0; S1; S2; S3; S4",
    ),
    Article(
        when(opening="use"),
        "The starter's first turn is played with those two dice, so that it is never a double.",
        "Первый ход играется этими двумя костями, так что дубля в нём не бывает.",
        "S1; S4; MS",
    ),
    Article(
        when(opening="reroll"),
        "The starter throws both dice afresh for the first turn.",
        "Для первого хода начинающий бросает обе кости заново.",
        "S0; S3; BK",
    ),
    Article(
        when(next_starter="opening_roll"),
        "In a match the next game begins with throwing for the start again.",
        "В матче перед каждой партией первый ход разыгрывается снова.",
        "S1; S4; MS",
    ),
    Article(
        when(next_starter="previous_winner"),
        "In a match the winner of a game starts the next one, throwing both dice; after a game"
        " without a winner the dice decide again.",
        "В матче следующую партию начинает победитель предыдущей и бросает обе кости; если"
        " победителя не было, первый ход разыгрывается снова.",
        "S0 texts 2 and 5; BK",
    ),
    Article(
        when(next_starter="previous_second"),
        "In a match the player who moved second starts the next game, throwing both dice.",
        "В матче следующую партию начинает тот, кто в предыдущей ходил вторым; он бросает обе"
        " кости.",
        "S0 1.4",
    ),
)

DIRECTION = (
    Article(always, FORWARD.english, FORWARD.russian, FORWARD.source),
    Article(
        when(direction="contrary"),
        "The players move against each other: your 24 is the opponent's {their_24}, and your home"
        " is the opponent's {their_home}.",
        "Игроки движутся навстречу друг другу: ваш пункт 24 — это {their_24} соперника, а ваш"
        " дом — его {their_home}.",
        "S1; S2; S4",
    ),
    Article(
        when(direction="parallel"),
        "Both players move the same way round, from opposite corners: your 24 is the opponent's"
        " {their_24}, and your home is the opponent's {their_home}.",
        "Оба идут по кругу в одну сторону, из противоположных углов: ваш пункт 24 — это"
        " {their_24} соперника, а ваш дом — его {their_home}.",
        "S0 1.1; S3; GEO; BK",
    ),
)

TURN = (
    Article(
        always,
        "A roll is two dice, and a die moves one checker by as many points. Two different dice may"
        " be played in either order, by two checkers or one after the other by the same; every"
        " landing must be lawful, and a die is never split.",
        "Бросок — две кости, и каждая двигает одну шашку на столько пунктов, сколько на ней"
        " выпало. Разные кости играются в любом порядке, двумя шашками или одной по очереди;"
        " каждая остановка должна быть по правилам, и делить кость нельзя.",
        "S0 3.1, 3.2; S1; S2; S3; S4",
    ),
    Article(
        when(cascade_count=0),
        "A double is played as four moves of its number.",
        "Дубль играется четыре раза.",
        "S0 3.3; S1; S2; S3; S4",
    ),
    Article(
        lambda rules: rules.counts_turns,
        "A double is played as four moves of its number until your turn number {cascade_from} in the"
        " game. From that turn on it cascades: {cascade_count} of its number, then as many of each"
        " higher one up to six, in that order, as far as they can be played.",
        "До вашего хода номер {cascade_from} в партии дубль играется четыре раза. С этого хода он"
        " идёт каскадом: по {cascade_count} перемещения на каждое число, начиная с выпавшего и до"
        " шести, в этом порядке и насколько возможно.",
        "{source}",
    ),
    Article(
        lambda rules: rules.cascade_count > 0 and not rules.counts_turns,
        "A double cascades, from the first turn: {cascade_count} of its number, then as many of each"
        " higher one up to six, in that order, as far as they can be played.",
        "Дубль с первого же хода идёт каскадом: по {cascade_count} перемещения на каждое число,"
        " начиная с выпавшего и до шести, в этом порядке и насколько возможно.",
        "{source}",
    ),
    Article(
        when("cascade_count", leftover="lost"),
        "What is left of a cascade is lost.",
        "Что от каскада осталось, пропадает.",
        "{source}",
    ),
    Article(
        when("cascade_count", leftover="opponent"),
        "What is left of a cascade the opponent plays, in its order and as far as possible, and then"
        " rolls for a turn of his own; what he cannot play is lost.",
        "Что от каскада осталось, доигрывает соперник, по порядку и насколько возможно, а потом"
        " бросает кости для своего хода; чего не сыграет и он, то пропадает.",
        "{source}",
    ),
    Article(
        always,
        "As many dice must be played as possible. Without a lawful move the turn is lost.",
        "Нужно сыграть как можно больше костей. Если ходить нельзя, ход пропускается.",
        LAWS["longest-play"].source,
    ),
    Article(
        always,
        "If either of two different dice can be played but not both, it must be the larger.",
        "Если можно сыграть любую из двух разных костей, но только одну, играется большая.",
        LAWS["larger-die"].source,
    ),
    Article(
        always,
        "A turn may be taken back until it is confirmed, and never afterwards.",
        "Ход можно вернуть, пока он не завершён; потом уже нельзя.",
        "S0 1.7, 3.4",
    ),
)

CONTACT = (
    Article(
        when(contact="block"),
        "A single opposing checker closes its point, and nothing is ever hit.",
        "Одна шашка соперника закрывает пункт, и побить ничего нельзя.",
        "S0 3.8; S3; GEO; BK",
    ),
    Article(
        when(contact="hit"),
        "Two opposing checkers close their point. One alone, a blot, can be hit: it goes to the"
        " bar.",
        "Две шашки соперника закрывают пункт. Одиночную, блот, можно побить: она уходит на бар.",
        "S1; S2; S4",
    ),
    Article(
        when(contact="hit"),
        "From the bar a checker enters on your 25 less the die, if that point is open. Until all"
        " have entered, no other move is lawful.",
        "С бара шашка входит на ваш пункт 25 минус кость, если он открыт. Пока не вошли все,"
        " другими ходить нельзя.",
        LAWS["bar-first"].source,
    ),
    Article(
        when(contact="hit", home_hit="free"),
        "A checker that has hit may move on in the same turn.",
        "Побившая шашка может тем же ходом идти дальше.",
        "S1; S4",
    ),
    Article(
        when(contact="pin"),
        "Two opposing checkers close their point. One alone can be pinned: you land on it, and it"
        " cannot move until your last checker has left the point, in the middle of a turn too.",
        "Две шашки соперника закрывают пункт. Одиночную можно запереть: вы встаёте на неё, и она"
        " не ходит, пока с пункта не уйдёт последняя ваша шашка, хотя бы и в середине хода.",
        LAWS["pinned"].source,
    ),
    Article(
        when(contact="pin"),
        "A point on which your own checker lies pinned is closed to you.",
        "Пункт, на котором заперта ваша шашка, для вас закрыт.",
        LAWS["pinned"].source,
    ),
    Article(
        always,
        "Any number of your own checkers may stand on one point.",
        "На одном пункте может стоять сколько угодно своих шашек.",
        "S0 3.8; S1; S2; S4",
    ),
)
