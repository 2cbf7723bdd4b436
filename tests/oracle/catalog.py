"""The games as plain dicts, and the text form of positions.

A game is its start, its direction ("contrary" or "parallel"), its contact ("hit", "pin" or
"block") and every option that it has, with the default. Numbers are ints, the rest are strings.
Games that are not told here come from their Rules (from_rules.py).
"""

from typing import NamedTuple

from tests.oracle.from_rules import options_of, presets_of, shape_of

from nardy.core.rules import Rules
from nardy.games import GAMES as EVERY

STANDARD = {24: 2, 13: 5, 8: 3, 6: 5}
FIFTEEN = {24: 15}

EVERYWHERE = {
    "opening": "reroll", "next_starter": "previous_winner", "cube_play": "off", "cube_cap": 0,
    "jacoby": "off", "beavers": "off", "raccoons": "off", "auto_doubles": 0,
    "crawford": "on", "holland": "off", "cascade_count": 0, "cascade_from": 1,
    "leftover": "lost", "last_throw": "off", "stakes": "1/2",
}  # fmt: skip
BY_CONTACT = {
    "hit": {
        "home_hit": "free", "first_hit_wins": "off",
        "bomb": "off", "bomb_hits": "both", "bomb_when": "before_roll",
    },
    "pin": {"mother": "on", "pinned_bearoff": "allow"},
    "block": {
        "head": 0, "head_exception": "classic", "head_scope": "head_block", "prime": "allow",
        "prime_check": "step", "runner": 0, "quarter": "none", "release": "off",
    },
}  # fmt: skip
CUBE = {"opening": "use", "next_starter": "opening_roll", "cube_play": "on", "beavers": "on"}
WESTERN = {**CUBE, "jacoby": "on", "stakes": "1/2/3"}


def _game(name: str, start: dict, contact: str, **options: object) -> dict:
    direction = "parallel" if contact == "block" else "contrary"
    shape = {"id": name, "start": start, "direction": direction, "contact": contact}
    return {**shape, **EVERYWHERE, **BY_CONTACT[contact], **options}


TOLD = {
    game["id"]: game
    for game in (
        _game("backgammon", STANDARD, "hit", **WESTERN),
        _game("nackgammon", {24: 2, 23: 2, 13: 4, 8: 3, 6: 4}, "hit", **WESTERN),
        _game("hypergammon", {24: 1, 23: 1, 22: 1}, "hit", **WESTERN),
        _game("longgammon", FIFTEEN, "hit", **WESTERN),
        _game("sudden-death", STANDARD, "hit", **CUBE, stakes="1", first_hit_wins="on"),
        _game("nuclear", STANDARD, "hit", **CUBE, stakes="1/2/3", bomb="on"),
        _game("caucasian", STANDARD, "hit", opening="use", home_hit="no_hide"),
        _game("portes", STANDARD, "hit", home_hit="no_move"),
        _game("tavla", STANDARD, "hit", home_hit="no_move"),
        _game("plakoto", FIFTEEN, "pin"),
        _game("tapa", FIFTEEN, "pin"),
        _game("mahbusa", FIFTEEN, "pin"),
        _game(
            "long-nardy", FIFTEEN, "block", head=1, prime="ahead",
            next_starter="previous_second", koks="off", home_mars="off",
        ),
        _game("gul-bara", FIFTEEN, "block", cascade_count=4, cascade_from=4),
        _game("mad-gulbar", FIFTEEN, "block", cascade_count=2, leftover="opponent"),
        _game(
            "fevga", FIFTEEN, "block",
            runner=11, quarter="19-24:5", release="on", prime_check="turn",
        ),
        _game("moultezim", FIFTEEN, "block", runner=11, quarter="7-12:4", prime_check="turn"),
    )
}  # fmt: skip
"""Games whose data the tests hold against the catalog of nardy."""

LATER = [rules for name, rules in EVERY.items() if name not in TOLD]


def described(rules: Rules) -> dict:
    """A game as its Rules have it."""
    return {**shape_of(rules), **EVERYWHERE, **BY_CONTACT[rules.contact], **options_of(rules)}


GAMES = TOLD | {rules.id: described(rules) for rules in LATER}

ALIASES = {
    "short": "backgammon", "короткие нарды": "backgammon", "shot on the spot": "sudden-death",
    "atomic": "nuclear", "кавказские": "caucasian", "takhteh": "tavla", "long": "long-nardy",
    "narde": "long-nardy", "длинные нарды": "long-nardy", "rosespring": "gul-bara",
    "бешеный гюльбар": "mad-gulbar", "mahbouseh": "mahbusa",
}  # fmt: skip

PRESETS = {
    "long-nardy@classic": {},
    "long-nardy@draw": {"last_throw": "half"},
    "long-nardy@any-double": {
        "head_exception": "any_double", "prime": "allow", "next_starter": "previous_winner",
    },
    "long-nardy@no-six": {"prime": "forbid", "head_exception": "always_double"},
    "long-nardy@run": {"prime_check": "turn", "next_starter": "previous_winner"},
    "long-nardy@opp-home": {"prime": "opp_home", "prime_check": "turn"},
    "long-nardy@amateur": {"koks": 3, "home_mars": 4},
    "long-nardy@sport": {"opening": "use", "cube_play": "on", "next_starter": "opening_roll"},
    "fevga@classic": {},
    "moultezim@classic": {},
    "moultezim@own-start": {"quarter": "19-24:5"},
    "nuclear@any-time": {"bomb_when": "any_time"},
    "portes@free": {"home_hit": "free"},
    "caucasian@strict": {"home_hit": "no_hide_no_off"},
    "tapa@clubs": {"mother": "off"},
    "mad-gulbar@four": {"cascade_count": 4},
    **{
        f"{game}@{preset}": options
        for game in ("backgammon", "nackgammon", "hypergammon", "longgammon")
        for preset, options in (("single", {"beavers": "off", "jacoby": "off"}), ("money", {}))
    },
    **{preset: options for rules in LATER for preset, options in presets_of(rules).items()},
}  # fmt: skip


class Side(NamedTuple):
    """One player's checkers in his own numbering: 25 is the bar, 0 is off.

    A pinned checker stands in `pinned` and not in `checkers`.
    """

    checkers: dict[int, int]
    pinned: frozenset[int] = frozenset()


def size(game: dict) -> int:
    """The number of checkers a side."""
    return sum(game["start"].values())


def facing(game: dict, point: int) -> int:
    """The opponent's name for a point."""
    if game["direction"] == "contrary":
        return 25 - point
    return point + 12 if point <= 12 else point - 12


def game_of(text: str) -> dict:
    """The game of `id`, `alias` or `id@preset`, with the options that follow it."""
    name, *options = text.split(",")
    base, _, preset = name.partition("@")
    base = ALIASES.get(base, base)
    game = dict(GAMES[base])
    if preset:
        game.update(PRESETS[f"{base}@{preset}"])
    for option in options:
        key, _, value = option.partition("=")
        if key not in game or key in ("id", "start", "direction", "contact"):
            raise ValueError(f"expected an option of {base}, got {key!r}")
        game[key] = int(value) if value.isdigit() else value
    return game


def game_text(game: dict) -> str:
    default = GAMES[game["id"]]
    changed = sorted(key for key in game if game[key] != default[key])
    return ",".join([game["id"], *(f"{key}={game[key]}" for key in changed)])


def side_of(game: dict, text: str) -> Side:
    """One player's checkers from text such as `bar:1,24:14` or `8:p`; the missing are off."""
    places = {"bar": 25, "off": 0}
    checkers, pinned = {}, set()
    for group in text.split(",") if text != "-" else []:
        place, _, count = group.partition(":")
        if count == "p":
            pinned.add(int(place))
        else:
            checkers[places.get(place) if place in places else int(place)] = int(count)
    off = size(game) - len(pinned) - sum(n for place, n in checkers.items() if place)
    if off < 0 or not 0 <= max(checkers, default=0) <= 25 or checkers.get(0, off) != off:
        raise ValueError(f"expected {size(game)} checkers on 24 points, got {text!r}")
    checkers[0] = off
    return Side(checkers, frozenset(pinned))


def side_text(side: Side) -> str:
    """The canonical text: from the bar down; `off` only when every checker is off."""
    groups = []
    for place in range(25, 0, -1):
        if side.checkers.get(place):
            groups.append(f"{'bar' if place == 25 else place}:{side.checkers[place]}")
        if place in side.pinned:
            groups.append(f"{place}:p")
    return ",".join(groups) or f"off:{side.checkers.get(0, 0)}"


def parse(text: str) -> tuple[dict, str, Side, Side, dict]:
    """The game, the side that must act, White, Black and the fields of a position's text.

    Fields: `dice` and `left` as lists of dice, `turns` as a pair, the rest as they are written.
    """
    name, letter, white_text, black_text, *words = text.split(" ")
    game = game_of(name)
    white, black = side_of(game, white_text), side_of(game, black_text)
    if letter not in ("w", "b"):
        raise ValueError(f"expected w or b, got {letter!r}")
    for point in range(1, 25):
        both = white.checkers.get(point), black.checkers.get(facing(game, point))
        if all(both):
            raise ValueError(f"expected one player on a point, got two on White's {point}")
    fields = {}
    for word in words:
        key, _, value = word.partition("=")
        fields[key] = value or True
        if key in ("dice", "left"):
            fields[key] = [int(die) for die in value]
        elif key == "turns":
            fields[key] = tuple(int(count) for count in value.split("-"))
    return game, letter, white, black, fields


def turns_taken(letter: str, fields: dict) -> int:
    """How many turns the player who must act has taken; absent means past every count."""
    return fields["turns"]["wb".index(letter)] if "turns" in fields else 1000


def dice_list(game: dict, roll: list[int], turns: int = 1000) -> tuple[list[int], bool, int]:
    """The dice that a roll gives: the list, whether its order is fixed, the double or 0."""
    high, low = max(roll), min(roll)
    if high != low:
        return [high, low], False, 0
    if game["cascade_count"] and turns + 1 >= game["cascade_from"]:
        cascade = [die for die in range(high, 7) for _ in range(game["cascade_count"])]
        return cascade, True, high
    return [high] * 4, True, high
