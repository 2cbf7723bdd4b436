"""Articles on bearing off, on how a game ends, and on what a win counts."""

from nardy.core.laws import LAWS
from nardy.render.rulebook_words import Article, always, has_sizes, when

BEARING_OFF = (
    Article(
        always,
        "When all the checkers you still have are home, on 1-6, you may bear them off.",
        "Когда все оставшиеся у вас шашки дома, на 1-6, их можно снимать с доски.",
        LAWS["not-home"].source,
    ),
    Article(
        always,
        "A die bears a checker off from the point of its number, or from your highest one if the die"
        " is larger than that. A smaller die may move a checker inside; bearing off is never forced"
        " while the die can be played otherwise.",
        "Кость снимает шашку с пункта своего номера или, если она больше всех занятых, с самого"
        " старшего. Меньшей костью можно пойти внутри дома; снимать не обязательно, пока кость можно"
        " сыграть иначе.",
        LAWS["bear-off"].source,
    ),
    Article(
        when(contact="hit"),
        "A checker that is hit meanwhile must enter and come home before more are borne off.",
        "Если при этом шашку побили, она должна войти и дойти до дома, и лишь потом снимают дальше.",
        "S1; S2; S4",
    ),
    Article(
        when(contact="pin", pinned_bearoff="allow"),
        "A checker of yours pinned at home does not hinder the others; one pinned outside does.",
        "Ваша шашка, запертая в доме, другим не мешает; запертая вне дома мешает.",
        "BK",
    ),
    Article(
        when(contact="pin", pinned_bearoff="allow"),
        "There is another reading, which is an option: none may be borne off while any is pinned, at"
        " home too.",
        "Есть и другое прочтение, его можно выбрать: пока заперта хоть одна, пусть и в доме, снимать"
        " нельзя.",
        "TB",
    ),
    Article(
        when(contact="pin", pinned_bearoff="forbid"),
        "While a checker of yours is pinned, wherever it is, none may be borne off.",
        "Пока заперта хоть одна ваша шашка, где бы она ни стояла, снимать нельзя.",
        "TB",
    ),
)

END = (
    Article(
        when(last_throw="off"),
        "Who first has borne off all checkers wins, and there is no reply.",
        "Кто первым снял все шашки, тот выиграл, и ответного хода нет.",
        "S0 3.12; S1; S2; S4",
    ),
    Article(
        when(last_throw="half"),
        "Who first has borne off all checkers wins, but if that is the player who moved first in the"
        " game, the other has one more full turn; if he finishes too, the game is a draw, half a"
        " point each.",
        "Кто первым снял все шашки, тот выиграл; но если это тот, кто в партии ходил первым, у"
        " другого есть ещё один полный ход: закончит и он — ничья, по пол-очка каждому.",
        "S0 4.3; S3",
    ),
    Article(
        when(last_throw="one"),
        "Who first has borne off all checkers wins, but if that is the player who moved first in the"
        " game, the other has one more full turn; if he finishes too, the game is a draw, one point"
        " each.",
        "Кто первым снял все шашки, тот выиграл; но если это тот, кто в партии ходил первым, у"
        " другого есть ещё один полный ход: закончит и он — ничья, по очку каждому.",
        "S0 4.3; S3",
    ),
    Article(
        always,
        "The move that ends the game ends the turn, whatever dice are left.",
        "Перемещение, которое кончает партию, кончает и ход, сколько бы костей ни осталось.",
        LAWS["game-over"].source,
    ),
    Article(
        has_sizes(1),
        "Every win counts {single_points}.",
        "Любая победа считается за {single_points}.",
        "{source}",
    ),
    Article(
        lambda rules: len(rules.stakes) > 1,
        "If the loser has borne off at least one checker, it is a {single}: {single_points}.",
        "Если проигравший снял хотя бы одну шашку, это {single}: {single_points}.",
        "{source}",
    ),
    Article(
        lambda rules: len(rules.stakes) > 1,
        "If the loser has borne off none, it is a {gammon}: {gammon_points}.",
        "Если проигравший не снял ни одной, это {gammon}: {gammon_points}.",
        "{source}",
    ),
    Article(
        when(stakes=(1, 2, 3)),
        "If he has borne off none and a checker is still on the bar or on his 19-24, it is a"
        " {backgammon}: {backgammon_points}.",
        "Если он не снял ни одной и у него есть шашка на баре или на его 19-24, это {backgammon}:"
        " {backgammon_points}.",
        "{source}",
    ),
    Article(
        when("koks"),
        "If he has borne off none and a checker is still on his 19-24, it is a {backgammon}: {koks}.",
        "Если он не снял ни одной и у него есть шашка на его 19-24, это {backgammon}: {koks}.",
        "S3",
    ),
    Article(
        when("home_mars"),
        "If he has borne off none and all are on his 1-6, it is a home mars: {home_mars}.",
        "Если он не снял ни одной, но все они на его 1-6, это домашний марс: {home_mars}.",
        "S3",
    ),
    Article(
        always,
        "If neither player could ever move again, the game counts for nobody.",
        "Если ни один из игроков уже никогда не сможет пойти, партия не в счёт.",
        "CLUB",
    ),
    Article(
        always,
        "Before or after rolling, the player on roll may offer to lose at once: {sizes}. If the"
        " opponent refuses, the game goes on.",
        "До или после своего броска игрок может предложить сдаться: {sizes}. Если соперник отказал,"
        " партия продолжается.",
        "S1; S4",
    ),
)
