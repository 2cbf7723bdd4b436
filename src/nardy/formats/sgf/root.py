"""The root of a game in SGF: players, score, rules, result and what describes the match.

Source: GNU Backgammon (sgf.c). Rules are words joined by colons: Crawford, CrawfordGame, Jacoby,
NoCube, Nackgammon, Hypergammon3.
"""

import re
from collections.abc import Iterable, Iterator

from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.errors import NotationError
from nardy.formats.mat.lines import Names
from nardy.formats.mat.tags import rules_of_tags
from nardy.formats.record import Tag
from nardy.formats.sgf.points import COLORS
from nardy.formats.sgf.tree import SgfNode, plain

GAME_OF_BACKGAMMON = "6"
VARIATIONS = {"Nackgammon": "NackGammon", "Hypergammon3": "HyperGammon"}
"""The names of games in rules, and in the tag Variation."""
GAMES = {"backgammon": "", "nackgammon": "Nackgammon", "hypergammon": "Hypergammon3"}
_TAGS = {"EV": "Event", "RO": "Round", "PC": "Site", "AN": "Annotator"}
_ELO = {"WR": "Player 1 Elo", "BR": "Player 2 Elo"}
PROPERTIES = {tag: name for name, tag in (_TAGS | _ELO).items()}
"""The properties that describe a match, by their tags."""
DATE = "EventDate"
_WRITERS = ("GNU Backgammon", "nardy")
_RESULT = re.compile(r"([BW])\+(\d{1,6})?\s*(R?)", re.IGNORECASE)
MOST = 1_000_000
"""Upper bound of numbers."""


def match_facts(node: SgfNode) -> dict[str, str]:
    """The facts of MI: length, game, ws, bs."""
    pairs = (value.partition(":") for value in node.values.get("MI", ()))
    return {name.strip(): value.strip() for name, _, value in pairs}


def number_of(text: str, what: str, line: int) -> int:
    """A number of MI; 0 without one.

    Raises:
        NotationError: no number, or one too large.
    """
    if not text:
        return 0
    if not re.fullmatch(r"\d{1,6}", text, re.ASCII) or int(text) >= MOST:
        raise NotationError(
            f"expected a number for {what} in the SGF's line {line}, got {text!r:.40}; correct it"
        )
    return int(text)


def names_of(node: SgfNode) -> Names:
    """Players and points before a game."""
    facts = match_facts(node)
    white, black = (number_of(facts.get(key, ""), key, node.line) for key in ("ws", "bs"))
    one, other = (" ".join(node.first(name).split()) for name in ("PW", "PB"))
    return Names((one, other), (white, black), 0)


def words_of(node: SgfNode) -> list[str]:
    """The words of the rules."""
    return [word.strip() for value in node.values.get("RU", ()) for word in plain(value).split(":")]


def rule_tags(node: SgfNode, length: int) -> list[Tag]:
    """The rules as tags.

    A program that writes all rules leaves out those that do not hold.

    Raises:
        NotationError: the game is one that nardy does not know.
    """
    words, is_complete = words_of(node), node.first("AP").startswith(_WRITERS)
    unknown = [word for word in words if word.startswith("Hypergammon") and word not in VARIATIONS]
    if unknown:
        raise NotationError(
            f"expected backgammon, nackgammon or hypergammon with three checkers, got {unknown[0]}; "
            "do save another match"
        )
    names = [VARIATIONS[word] for word in words if word in VARIATIONS]
    tags = [("Variation", names[0] if names else "Backgammon")]
    if "NoCube" in words:
        return [*tags, ("CubeLimit", "1")]
    if length > 1 and ("Crawford" in words or is_complete):
        tags.append(("Crawford", "On" if "Crawford" in words else "Off"))
    if not length and ("Jacoby" in words or is_complete):
        tags.append(("Jacoby", "On" if "Jacoby" in words else "Off"))
    return tags


def is_crawford(node: SgfNode) -> bool | None:
    """Whether it is the Crawford game; None if the file does not tell."""
    words = words_of(node)
    return "CrawfordGame" in words if "Crawford" in words else None


def match_tags(node: SgfNode) -> Iterator[Tag]:
    """Tags that describe the match."""
    for name, tag in (_ELO | _TAGS).items():
        if node.first(name).strip():
            yield tag, " ".join(node.first(name).split())
    if node.first("DT").strip():
        yield DATE, node.first("DT").strip().replace("-", ".")


def result_of(node: SgfNode) -> tuple[Player, int] | None:
    """The winner and the points; None for a game without a result."""
    found = _RESULT.match(node.first("RE").strip())
    if not found:
        return None
    return COLORS[found[1].upper()], int(found[2] or 1)


def rules_text(rules: Rules, *, is_match: bool, is_crawford_game: bool) -> str:
    """The rules as words."""
    words = ["Crawford"] * bool(is_match and rules.cube_play and rules.crawford)
    words += ["CrawfordGame"] * is_crawford_game
    words += ["Jacoby"] * bool(not is_match and rules.cube_play and rules.jacoby)
    words += ["NoCube"] * (not rules.cube_play) + [GAMES[rules.id]] * bool(GAMES[rules.id])
    return ":".join(words)


def rules_back(rules: Rules, length: int) -> Rules:
    """The rules that a reader of these words gets."""
    text = rules_text(rules, is_match=length > 0, is_crawford_game=False)
    return rules_of_tags(rule_tags(SgfNode(0, {"AP": ["nardy"], "RU": [text]}), length))


def date_text(tags: Iterable[Tag]) -> str:
    """The date as SGF writes it; empty without one."""
    return next((value.replace(".", "-") for name, value in tags if name == DATE), "")
