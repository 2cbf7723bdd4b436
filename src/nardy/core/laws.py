"""The laws by name: what each law id says to a player at a board, in two languages.

A refusal names one of these ids; `LAWS` turns it into a sentence. First come the laws of
turns, in the order in which a move is tested, then those of the other acts at the table.

>>> LAWS["bar-first"].english
'While one of your checkers is on the bar, it must enter before any other move.'
>>> list(LAWS)[:3]
['game-over', 'not-rolled', 'not-yours']
"""

from dataclasses import dataclass

from nardy.core import sources
from nardy.core.choices import Prime
from nardy.core.rules import Rules

SOURCES: dict[str, str] = {tag: source.english for tag, source in sources.SOURCES.items()}
"""The titles of what the tags in `Law.source` stand for; nardy.core.sources tells more."""


@dataclass(frozen=True, slots=True)
class Law:
    """One law: its id, what it says in English and in Russian, and the tags of its sources."""

    id: str
    english: str
    russian: str
    source: str

    @property
    def words(self) -> dict[str, str]:
        """What it says, by language."""
        return {"en": self.english, "ru": self.russian}


_OF_TURNS = (
    Law(
        "game-over",
        "The game is over, and no move or other act can follow its end.",
        "Партия окончена, и никаких ходов и действий в ней больше быть не может.",
        "S0 3.12; S1; S4",
    ),
    Law(
        "not-rolled",
        "Checkers may be moved only after the dice have been rolled.",
        "Сначала бросок, потом ход: пока кости не брошены, шашки двигать нельзя.",
        "S0 1.5, 3.1; S1; S4",
    ),
    Law(
        "not-yours",
        "You may play only when it is your turn, and only with your own checkers.",
        "Ходить можно только в свою очередь и только своими шашками.",
        "S0 1.1; S3",
    ),
    Law(
        "no-checker",
        "None of your checkers stands on the point from which this move begins.",
        "На пункте, с которого начинается это перемещение, нет вашей шашки.",
        "S0 1.1; S3",
    ),
    Law(
        "pinned",
        "A checker pinned under an opposing one cannot move until it is released.",
        "Запертая шашка не может ходить, пока с неё не уйдёт последняя шашка соперника.",
        "S4; BK; GZ",
    ),
    Law(
        "bar-first",
        "While one of your checkers is on the bar, it must enter before any other move.",
        "Пока ваша шашка стоит на баре, сначала нужно ввести её в игру, а уже потом ходить другими.",
        "S1; S2; S4",
    ),
    Law(
        "wrong-die",
        "Every move needs a die of its own, and none of the dice still to be played makes this one.",
        "Каждому перемещению нужна своя кость, а среди ещё не сыгранных подходящей нет.",
        "S0 3.1, 3.2; S3; S4",
    ),
    Law(
        "cascade-order",
        "The dice of a cascade are played in their order, and this number comes later.",
        "Кости каскада играются строго по порядку, и до этого числа очередь ещё не дошла.",
        "S0 text 4; WP; IT",
    ),
    Law(
        "head",
        "Only one checker may leave the head in a turn, but for the exceptions this game allows.",
        "За один ход с головы можно снять только одну шашку, кроме исключений, принятых в игре.",
        "S0 1.2, 3.1; S3; GEO",
    ),
    Law(
        "runner",
        "Until your first checker has gone as far as it must, past the opponent's start, only it may"
        " travel.",
        "Пока первая шашка не прошла положенный путь, мимо старта соперника, ходить можно только ею.",
        "BK; BRK",
    ),
    Law(
        "not-home",
        "Checkers may be borne off only when all those you still have are in your home.",
        "Снимать шашки можно, только когда все оставшиеся у вас шашки пришли в дом.",
        "S0 2.2, 3.11; S1; S2; S3; S4",
    ),
    Law(
        "bear-off",
        "A die larger than the point bears a checker off only from the highest point you still hold.",
        "Кость больше номера пункта снимает шашку только с самого старшего из занятых вами пунктов.",
        "S0 3.12; S1; S2; S3; S4",
    ),
    Law(
        "closed-point",
        "A checker may land only on an open point, and this one is closed by the opponent.",
        "Шашка может встать только на открытый пункт, а этот закрыт соперником.",
        "S0 3.8; S1; S2; S4; BK",
    ),
    Law(
        "hitter-moved",
        "A checker that has hit in your home may not move again in the same turn.",
        "Шашка, побившая чужую в вашем доме, до конца этого хода стоит на месте.",
        "WP; BGE",
    ),
    Law(
        "hide",
        "A checker that has hit in your home may not hide among your other checkers in the same turn.",
        "Шашку, побившую чужую в вашем доме, нельзя тем же ходом спрятать на пункт со своими.",
        "S4",
    ),
    Law(
        "hitter-off",
        "A checker that has hit in your home is borne off in that turn only if the rules allow it and"
        " nothing else can be played.",
        "Шашку, побившую в вашем доме, снимают тем же ходом, только если правила это допускают"
        " и сыграть иначе нельзя.",
        "S4",
    ),
    Law(
        "prime",
        "Six points in a row, a prime, need an opposing checker far enough ahead; some clubs forbid"
        " them altogether.",
        "Забор из шести пунктов можно ставить, только если шашка соперника уже впереди него;"
        " иные клубы запрещают его вовсе.",
        "S0 3.5, texts 3 and 5; GEO; BK",
    ),
    Law(
        "quarter",
        "You may hold only so many points of this part of the board, and the turn takes too many.",
        "В этой части доски можно занимать лишь ограниченное число пунктов, а здесь их больше.",
        "BK; BRK; GZ",
    ),
    Law(
        "release",
        "When all opposing checkers stand on one point, a prime directly in front of it must be"
        " opened.",
        "Если все шашки соперника стоят на одном пункте, забор прямо перед ним нужно открыть.",
        "BK; BRK",
    ),
    Law(
        "longest-play",
        "As many dice must be played as possible, and another turn uses more of them.",
        "Нужно сыграть как можно больше костей, а здесь есть ход, который использует больше.",
        "S0 3.10, text 4; S1; S2; S3; S4",
    ),
    Law(
        "larger-die",
        "If either of the two dice can be played but not both, the larger one must be.",
        "Если можно сыграть любую из двух костей, но только одну, играется та, что больше.",
        "S0 3.10; S1; S2; S4",
    ),
)

_OF_OTHER_ACTS = (
    Law(
        "already-rolled",
        "The dice have been rolled: what is done before the roll must wait for your next turn.",
        "Кости уже брошены: то, что делают до броска, придётся отложить до следующего хода.",
        "S0 3.1; S1; S4",
    ),
    Law(
        "draft-open",
        "A turn has been begun and not confirmed: finish it or take it back first.",
        "Ход начат, но не завершён: сначала доиграйте его или верните шашки на место.",
        "S0 1.7, 3.4",
    ),
    Law(
        "offer-open",
        "An offer is waiting for its answer, and nothing else can be done before it is given.",
        "Предложение ждёт ответа, и до него ничего другого сделать нельзя.",
        "S1; S4",
    ),
    Law(
        "no-offer",
        "There is nothing to answer: nobody has offered a double or to resign.",
        "Отвечать не на что: никто не предлагал ни удвоить ставку, ни сдаться.",
        "S1; S4",
    ),
    Law(
        "cube-off",
        "This game is played without the doubling cube, so nobody can double.",
        "Эта игра идёт без куба, поэтому удваивать ставку в ней нельзя.",
        "BK; WP; CLUB",
    ),
    Law(
        "cube-access",
        "Only the owner of the cube may double, or either player while it is still in the middle.",
        "Удваивать может только владелец куба, а пока куб посередине, любой из игроков.",
        "S1; S4",
    ),
    Law(
        "cube-cap",
        "The cube already stands at the highest value agreed for this game.",
        "На кубе уже наибольшее значение, о котором договорились перед партией.",
        "CLUB",
    ),
    Law(
        "crawford",
        "This is the Crawford game, with a player one point from winning the match: nobody may double.",
        "Это партия Кроуфорда: одному из игроков до победы в матче одно очко, и удваивать нельзя.",
        "BK; WP",
    ),
    Law(
        "holland",
        "After the Crawford game nobody may double before each player has rolled twice.",
        "После партии Кроуфорда удваивать можно, лишь когда каждый игрок бросил кости дважды.",
        "BK; WP",
    ),
    Law(
        "money-only",
        "Beavers and raccoons are for money games that allow them, and never for a match.",
        "Бивер и ракун бывают только в игре на деньги, где они разрешены, и никогда в матче.",
        "S4; BK",
    ),
    Law(
        "bomb-access",
        "Only the owner of the bomb may explode it, or either player while it is still nobody's.",
        "Взорвать бомбу может только её владелец, а пока она ничья, любой из игроков.",
        "S4; BK",
    ),
)

LAWS: dict[str, Law] = {law.id: law for law in (*_OF_TURNS, *_OF_OTHER_ACTS)}
"""Every law by its id, in the order of the rules: the laws of turns, then those of other acts."""

FORWARD = Law(
    "wrong-die",
    "Checkers only go forward, from a larger number to a smaller one.",
    "Шашки идут только вперёд, от большего номера к меньшему.",
    "S0 1.1; S1; S2; S3",
)
"""What is said of a move backwards: no die makes it."""

PRIMES: dict[Prime, Law] = {
    Prime.AHEAD: Law(
        "prime",
        "Six points in a row, a prime, need an opposing checker ahead of all six on its own way, or"
        " borne off.",
        "Шесть пунктов подряд, забор, можно занять, только если хотя бы одна шашка соперника уже"
        " прошла все шесть на своём пути или снята с доски.",
        "S0 3.5; S3; GEO; BK",
    ),
    Prime.OPP_HOME: Law(
        "prime",
        "Six points in a row, a prime, need an opposing checker in its own home, or borne off.",
        "Шесть пунктов подряд, забор, можно занять, только если хотя бы одна шашка соперника уже в"
        " своём доме или снята с доски.",
        "S0 text 5",
    ),
    Prime.FORBID: Law(
        "prime",
        "Six points in a row, a prime, are never lawful.",
        "Шесть пунктов подряд, забор, запрещены всегда.",
        "S0 text 3",
    ),
}
"""The law on primes as each of its readings has it."""


def law_in_force(law: str, rules: Rules, *, is_backwards: bool = False) -> Law:
    """A law in the words of these rules; *is_backwards* tells of a move that leads away from home.

    >>> from nardy.games import find_game
    >>> law_in_force("prime", find_game("long-nardy@no-six")).english
    'Six points in a row, a prime, are never lawful.'
    """
    if law == "prime":
        return PRIMES.get(rules.prime, LAWS[law])
    return FORWARD if law == "wrong-die" and is_backwards else LAWS[law]
