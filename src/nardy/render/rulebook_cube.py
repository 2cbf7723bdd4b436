"""Articles on the doubling cube and on matches."""

from nardy.core.laws import LAWS
from nardy.render.rulebook_words import Article, always, when

CUBE = (
    Article(
        when(cube_play=False),
        "The game is played without the doubling cube.",
        "Игра идёт без куба.",
        "{source}",
    ),
    Article(
        when("cube_play"),
        "The cube lies in the middle and counts 1. Before a roll, the player whose roll it is may"
        " double if the cube is in the middle or his own. The opponent takes, and then owns the cube"
        " at twice the value, or passes and loses the value before the double.",
        "Куб лежит посередине и считается за 1. Перед своим броском игрок может удвоить ставку, если"
        " куб посередине или у него. Соперник принимает, и тогда куб с двойным значением у него, или"
        " сдаёт и проигрывает ставку до удвоения.",
        "S1; S4",
    ),
    Article(
        when("cube_play", opening="use"),
        "The dice thrown for the start are played without a double before them.",
        "Перед первым ходом, который играется костями розыгрыша, удваивать нельзя.",
        "S1; S4",
    ),
    Article(
        when("cube_play", cube_cap=0),
        "There is no limit to redoubling.",
        "Число удвоений не ограничено.",
        "S1; S4",
    ),
    Article(
        when("cube_play", "cube_cap"),
        "The cube goes no higher than {cube_cap}.",
        "Выше {cube_cap} куб не поднимается.",
        LAWS["cube-cap"].source,
    ),
    Article(
        when("cube_play", "beavers"),
        "For money, a player who is doubled may beaver: double again at once and keep the cube.",
        "В игре на деньги тот, кому предложили удвоение, может объявить бивер: сразу удвоить ещё раз"
        " и оставить куб у себя.",
        LAWS["money-only"].source,
    ),
    Article(
        when("cube_play", beavers=False),
        "There are no beavers.",
        "Биверов нет.",
        "CLUB",
    ),
    Article(
        when("cube_play", "raccoons"),
        "For money, a player who is beavered may raccoon: double once more; the cube stays where it"
        " is.",
        "В игре на деньги на бивер можно ответить ракуном: удвоить ещё раз; куб остаётся, где был.",
        "BK",
    ),
    Article(
        when("cube_play", raccoons=False),
        "There are no raccoons.",
        "Ракунов нет.",
        "CLUB",
    ),
    Article(
        when("cube_play", "jacoby"),
        "Jacoby rule: for money, every win counts {single_points} unless a double was taken in the"
        " game.",
        "Правило Джекоби: в игре на деньги любая победа считается за {single_points}, если в партии"
        " не было принятого удвоения.",
        "BK; WP",
    ),
    Article(
        when("cube_play", jacoby=False),
        "There is no Jacoby rule: a win counts in full whether or not the cube was turned.",
        "Правила Джекоби нет: победа считается полностью, был ли принят куб или нет.",
        "CLUB",
    ),
    Article(
        when("cube_play", auto_doubles=0),
        "A tie in throwing for the start leaves the cube as it is.",
        "Равенство при розыгрыше первого хода куба не меняет.",
        "CLUB",
    ),
    Article(
        when("cube_play", "auto_doubles"),
        "For money, a tie in throwing for the start doubles the cube in the middle, to"
        " {auto_value} at most.",
        "В игре на деньги равенство при розыгрыше первого хода удваивает куб посередине, самое"
        " большее до {auto_value}.",
        "BK; WP",
    ),
)

MATCH = (
    Article(
        always,
        "A match goes to an agreed number of points; a game counts what it is worth, times the cube"
        " if there is one.",
        "Матч играют до условленного числа очков; партия приносит столько, сколько стоит, умноженное"
        " на куб, если он есть.",
        "S1; S4; BK",
    ),
    Article(
        when("cube_play"),
        "In a match there are no beavers, raccoons or automatic doubles and no Jacoby rule.",
        "В матче нет биверов, ракунов, автодаблов и правила Джекоби.",
        "S4; BK",
    ),
    Article(
        when("cube_play", "crawford"),
        "Crawford rule: in the first game after a player has come within one point of winning the"
        " match nobody may double; afterwards the cube is back.",
        "Правило Кроуфорда: в первой партии после того, как одному из игроков осталось до победы одно"
        " очко, удваивать нельзя; потом куб возвращается.",
        LAWS["crawford"].source,
    ),
    Article(
        when("cube_play", crawford=False),
        "There is no Crawford game.",
        "Партии Кроуфорда нет.",
        "CLUB",
    ),
    Article(
        when("cube_play", "holland"),
        "Holland rule: after the Crawford game nobody may double before each player has rolled"
        " twice.",
        "Правило Холланда: после партии Кроуфорда удваивать можно, лишь когда каждый бросил кости"
        " дважды.",
        LAWS["holland"].source,
    ),
)
