"""Popular names that select no game: of several games here, or of a game that is not here yet.

>>> sentence("шеш-беш")
"expected one game, got 'шеш-беш', which people call several: backgammon, long-nardy, tavla; name one of them"
>>> sentence("khachapuri")
"expected a game, got 'khachapuri', which is not played here yet; nearest: long-nardy"
"""

from collections.abc import Mapping

from nardy.games.catalog import folded

SHARED: Mapping[tuple[str, ...], tuple[str, ...]] = {
    (
        *("shesh-besh", "sheshbesh", "sheesh-beesh", "şeş-beş", "şeşbeş"),
        *("шеш-беш", "шешбеш", "шиш-беш", "שש בש", "شيش بيش"),
    ): ("backgammon", "long-nardy", "tavla"),
    ("nard", "nərd", "нард", "нарди", "нярд", "nardy", "ნარდი", "նարդի", "نرد"): (
        "long-nardy",
        "backgammon",
    ),
    ("tawla", "tawleh", "tawula", "tabla", "тавла арабская", "табла", "طاولة"): (
        "tavla",
        "mahbusa",
        "tapa",
    ),
    ("greek-backgammon", "греческие нарды"): ("tavli", "portes", "plakoto", "fevga"),
}
"""Names and the games here that they may mean, the commonest first."""

NOT_YET: Mapping[tuple[str, ...], tuple[str, ...]] = {
    ("31", "thirty-one", "tawla-31", "tawla31", "тридцать одно", "٣١"): ("maghribiyya", "fevga"),
    ("khachapuri", "hachapuri", "hachapury", "хачапури", "ხაჭაპური"): ("long-nardy",),
    ("crazy-narde", "crazy-nardy", "сумасшедшие нарды", "безумные нарды", "бешеные нарды"): (
        "mad-gulbar",
        "gul-bara",
        "long-nardy",
    ),
    ("jacquet", "jaquet", "жаке"): ("fevga", "long-nardy"),
    ("acey-deucey", "acey-deucy", "эйси-дьюси", "аси-дюси"): ("backgammon", "longgammon"),
    ("french-backgammon", "russian-backgammon", "русский бэкгаммон"): ("backgammon",),
    ("irish", "todas-tablas", "trictrac", "триктрак"): ("backgammon",),
    ("pin-game", "the-pin-game"): ("plakoto",),
}
"""Games not available here yet, with the nearest ones that are."""


def sentence(name: str) -> str:
    """The error message for such a name; '' for any other."""
    wanted = folded(name)
    for names, games in SHARED.items():
        if wanted in map(folded, names):
            return (
                f"expected one game, got {name!r}, which people call several: {', '.join(games)}; "
                "name one of them"
            )
    for names, games in NOT_YET.items():
        if wanted in map(folded, names):
            return (
                f"expected a game, got {name!r}, which is not played here yet; "
                f"nearest: {', '.join(games)}"
            )
    return ""
