"""Articles on what makes a game itself: the head, primes, runners, hitters, mothers, bombs."""

from nardy.core.laws import LAWS, PRIMES
from nardy.render.rulebook_words import Article, checks_formations, when

_ONE_MORE = (
    "While all your checkers still stand on 24, {doubles} let one more leave it",
    "Пока на 24 стоят все ваши шашки, {doubles} разрешают снять ещё одну",
)
_IF_STOPPED = (
    ", if it is the opponent's head, your {our_head}, that would stop the first one on its way.",
    ", если первую шашку на её пути остановила бы голова соперника, ваш пункт {our_head}.",
)


def _doubles(doubles: tuple[str, str], ends: tuple[str, str]) -> tuple[str, str]:
    english, russian = (
        text.replace("{doubles}", named) + end
        for text, named, end in zip(_ONE_MORE, doubles, ends, strict=True)
    )
    return english, russian


_CLASSIC = ("3-3, 4-4 and 6-6", "3-3, 4-4 и 6-6")
_SIX_FOUR = ("6-6 and 4-4", "6-6 и 4-4")

HEAD = (
    Article(
        when("head"),
        "Your 24 is the head: one checker may leave it in a turn.",
        "Ваш пункт 24 — голова: за ход с неё можно снять одну шашку.",
        LAWS["head"].source,
    ),
    Article(
        when("head", head_exception="classic", head_scope="head_block"),
        *_doubles(_CLASSIC, _IF_STOPPED),
        "S0 3.1; S3; BK",
    ),
    Article(
        when("head", head_exception="classic", head_scope="always"),
        *_doubles(_CLASSIC, (".", ".")),
        "S0 3.1",
    ),
    Article(
        when("head", head_exception="six_four", head_scope="head_block"),
        *_doubles(_SIX_FOUR, _IF_STOPPED),
        "CLUB",
    ),
    Article(
        when("head", head_exception="six_four", head_scope="always"),
        *_doubles(_SIX_FOUR, (".", ".")),
        "CLUB",
    ),
    Article(
        when("head", head_exception="any_double"),
        "While all your checkers still stand on 24, any double lets one more leave it.",
        "Пока на 24 стоят все ваши шашки, любой дубль разрешает снять ещё одну.",
        "S0 text 2",
    ),
    Article(
        when("head", head_exception="always_double"),
        "Any double, in any turn, lets one more leave it.",
        "Любой дубль, в любом ходе, разрешает снять ещё одну.",
        "S0 text 3",
    ),
    Article(
        when("head", head_exception="none"),
        "There is no exception, not even on the first turn.",
        "Исключений нет, даже на первом ходу.",
        "CLUB",
    ),
    Article(
        when(contact="block", head=0),
        "Any number of checkers may leave the start in a turn.",
        "За ход со старта можно снять сколько угодно шашек.",
        "{source}",
    ),
)

FORMATIONS = (
    Article(
        when(contact="block", prime="allow"),
        "Six points in a row, a prime, may be held at any time.",
        "Шесть пунктов подряд, забор, можно занимать всегда.",
        "{source}",
    ),
    *(
        Article(when(contact="block", prime=prime), law.english, law.russian, law.source)
        for prime, law in PRIMES.items()
    ),
    Article(
        lambda rules: rules.prime != "allow" and rules.direction == "parallel",
        "In a row means along the opponent's way: your 1 and your 24 are neighbors there, the"
        " opponent's 1 and 24 are not. The start is a point like any other.",
        "Шесть пунктов могут лежать и через угол: ваши 1 и 24 стоят рядом. Через угол соперника (его"
        " 1 и 24) не считается. Старт — такой же пункт, как все.",
        "S0 3.5; S3",
    ),
    Article(
        when("runner"),
        "Until one of your checkers has reached your {runner} or less, only the foremost may move;"
        " while all stand at the start, any may set out.",
        "Пока одна из ваших шашек не дошла до пункта {runner} или дальше, ходит только первая;"
        " пока все на старте, выйти может любая.",
        LAWS["runner"].source,
    ),
    Article(
        when("quarter"),
        "Of your points {low}-{high} you may hold at most {most}.",
        "Из ваших пунктов {low}-{high} можно занимать не больше {most}.",
        LAWS["quarter"].source,
    ),
    Article(
        when("release"),
        "While all opposing checkers stand on one point, you may not hold the six points directly in"
        " front of it.",
        "Пока все шашки соперника стоят на одном пункте, нельзя занимать шесть пунктов прямо перед"
        " ним.",
        LAWS["release"].source,
    ),
    Article(
        checks_formations("step"),
        "The laws on points held are tested after every move: they hold in the middle of a turn too.",
        "Правила о занятых пунктах проверяются после каждого перемещения: и в середине хода их"
        " нарушать нельзя.",
        "S0 3.5",
    ),
    Article(
        checks_formations("turn"),
        "The laws on points held are tested at the end of the turn: in its middle they may be broken.",
        "Правила о занятых пунктах проверяются в конце хода: в его середине их можно нарушить.",
        "S0 text 5; BK",
    ),
)

HITTERS = (
    Article(
        when(home_hit="no_hide"),
        "A checker that has hit on your 1-6 may not, in the same turn, land on a point with checkers"
        " of yours, and is borne off only if nothing else uses as many dice. Another checker may"
        " cover it.",
        "Шашка, побившая на ваших 1-6, не может тем же ходом встать на пункт со своими, а снимают"
        " её, только если иначе столько костей не сыграть. Накрыть её другой шашкой можно.",
        LAWS["hide"].source,
    ),
    Article(
        when(home_hit="no_hide_no_off"),
        "A checker that has hit on your 1-6 may not, in the same turn, land on a point with checkers"
        " of yours or be borne off. Another checker may cover it.",
        "Шашка, побившая на ваших 1-6, не может тем же ходом встать на пункт со своими, и снять её"
        " нельзя. Накрыть её другой шашкой можно.",
        LAWS["hitter-off"].source,
    ),
    Article(
        when(home_hit="no_move"),
        "A checker that has hit on your 1-6 may not move again in the same turn. Another checker may"
        " cover it.",
        "Шашка, побившая на ваших 1-6, до конца хода стоит на месте. Накрыть её другой шашкой"
        " можно.",
        LAWS["hitter-moved"].source,
    ),
    Article(
        when(home_hit="no_move"),
        "That a checker stays where it has hit is disputed: some descriptions of such games have this"
        " rule, others do not. It can be switched off.",
        "Остаётся ли побившая шашка на месте — спорно: в одних описаниях таких игр это правило есть,"
        " в других нет. Его можно отключить.",
        "OURS; WP; LU",
    ),
    Article(
        when("first_hit_wins"),
        "The first hit wins the game: {single_points}. If nobody ever hits, bearing off decides.",
        "Первый бой выигрывает партию: {single_points}. Если никто не побил, решает снятие шашек.",
        "S4; BK",
    ),
    Article(
        when(contact="pin", mother=True),
        "The last checker on your 24 is the mother. If she is pinned, you lose {mother_points} as soon"
        " as the opponent has no checker left on the opponent's own 24; if both mothers are pinned,"
        " the game is a draw and counts for nobody.",
        "Последняя шашка на вашем 24 — мать. Если её заперли, вы проигрываете {mother_points}, как только у"
        " соперника не остаётся шашек на его 24; если заперты обе матери, это ничья, и очков никто не получает.",
        "S4; BK; GZ",
    ),
    Article(
        when(contact="pin", mother=False),
        "There is no mother: a checker pinned on 24 is held like any other, and the game goes on.",
        "Матери нет: шашка, запертая на 24, стоит, как всякая другая, и партия продолжается.",
        "CLUB",
    ),
)

BOMB = (
    Article(
        when("bomb"),
        "There is a bomb, at first nobody's. A player who owns it, or either while nobody does, may"
        " explode it; then it is the opponent's.",
        "Есть бомба, вначале ничья. Взорвать её может владелец, а пока она ничья, любой игрок;"
        " затем она переходит к сопернику.",
        LAWS["bomb-access"].source,
    ),
    Article(
        when("bomb", bomb_hits="both"),
        "It sends every blot of both players to the bar.",
        "Она отправляет на бар все блоты обоих игроков.",
        "S4",
    ),
    Article(
        when("bomb", bomb_hits="opponent"),
        "It sends every blot of the opponent to the bar, and none of the player who explodes it.",
        "Она отправляет на бар все блоты соперника, но не того, кто её взорвал.",
        "CLUB",
    ),
    Article(
        when("bomb", bomb_when="before_roll"),
        "It is exploded before your own roll and before a double. The source allows it at any time,"
        " and an option does.",
        "Взрывают её перед своим броском и до удвоения. Источник разрешает это в любой момент, и такая"
        " настройка есть.",
        "OURS; S4",
    ),
    Article(
        when("bomb", bomb_when="any_time"),
        "It is exploded before your own roll or the opponent's, and before a double.",
        "Взрывают её перед своим броском или броском соперника и до удвоения.",
        "S4",
    ),
)

SPECIAL = (*HEAD, *FORMATIONS, *HITTERS, *BOMB)
"""All special laws, in the order of the telling."""
