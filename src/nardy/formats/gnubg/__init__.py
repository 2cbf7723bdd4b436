"""GNU Backgammon's position id and match id: alone, joined by a colon, or in pasted text.

The position id holds the checkers, the player not on roll first; the match id holds cube, dice, offers
and score. A position id alone means White on roll. White is GNU's player 1. Source: GNU Backgammon
(matchid.c, positionid.c).
"""

import re
from dataclasses import replace
from typing import TextIO

from nardy.core.cube import Offer
from nardy.core.options import with_options
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.errors import NotationError
from nardy.formats.gnubg import ids
from nardy.formats.seated_position import (
    SeatedPosition,
    losses_between,
    named_game,
    situation_of,
    table_of,
)
from nardy.games import BACKGAMMON

MOST_CHECKERS = 15
MOST_CHARACTERS = 100_000
_EXAMPLE = "4HPwATDgc/ABMA:cAkAAAAAAAAA"
_LABELLED = r"{}[ -]?ID\s*[:=]\s*([A-Za-z0-9+/]*)"
_POSITION = re.compile(_LABELLED.format("Position"), re.IGNORECASE)
_MATCH = re.compile(_LABELLED.format("Match"), re.IGNORECASE)
_JOINED = re.compile(
    r"(?<![^\s=\"'(\[])([A-Za-z0-9+/]{10,18}):[A-Za-z0-9+/]{8,16}(?![^\s\"')\],;.])"
)
# Unlike an ordinary word, it has a capital, a digit or a sign after the first letter.
_LONE = re.compile(r"(?=.+[A-Z0-9+/])[A-Za-z0-9+/]{10,18}")
_OF_LENGTH = r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{{{}}}(?![A-Za-z0-9+/])"
_FOURTEEN, _TWELVE = (re.compile(_OF_LENGTH.format(length)) for length in (14, 12))
# Whatever follows a position id's colon is taken as a match id, complete or not.
_BEHIND = r"\s*:\s*([A-Za-z0-9+/]{12}(?![A-Za-z0-9+/])|\S*)"


def loads(text: str, rules: Rules | None = None) -> Situation:
    """Read GNU ids, alone or inside other text; *rules* are the game, by default backgammon.

    >>> loads("4HPwATDgc/ABMA").position.pip_count()
    167
    >>> str(loads("4HPwATDgc/ABMA:cAkLAAAAAAAA").roll)
    '62'

    Raises:
        NotationError, PositionError: with what was expected, and where.
    """
    position_id, match_id = find_ids(text)
    not_on_roll, on_roll = ids.read_position_id(position_id)
    rules = rules or BACKGAMMON
    if match_id is None:
        table = SeatedPosition(white=on_roll, black=not_on_roll, on_roll=Player.WHITE)
        return situation_of(rules, table)
    facts = ids.read_match_id(match_id)
    # The position id only tells the player on roll from the other; the match id says who is White.
    is_white = facts.table.on_roll is Player.WHITE
    white, black = (on_roll, not_on_roll) if is_white else (not_on_roll, on_roll)
    table = replace(facts.table, white=white, black=black)
    situation = situation_of(_rules(rules, facts), table)
    if facts.state == ids.NO_GAME and _is_beginning(situation):
        return replace(situation, opening=True)
    return situation


def load(file: TextIO, rules: Rules | None = None) -> Situation:
    return loads(file.read(), rules)


def dumps(situation: Situation) -> str:
    """'PositionID:MatchID' of a situation; `losses` lists what it leaves out.

    >>> dumps(loads("Position ID: 4HPwATDgc/ABMA"))
    '4HPwATDgc/ABMA:cAkAAAAAAAAA'

    Raises:
        NotationError: these ids cannot express the game.
    """
    table = table_of(situation, "a GNU id", MOST_CHECKERS)
    sides = (table.black, table.white)
    if table.on_roll is Player.BLACK:
        sides = (table.white, table.black)
    return f"{ids.position_id(*sides)}:{ids.match_id(_key(situation, table))}"


def dump(situation: Situation, file: TextIO) -> None:
    """Write the ids as one line."""
    file.write(dumps(situation) + "\n")


def losses(situation: Situation) -> list[str]:
    """The facts about this situation that GNU ids cannot hold, one sentence each."""
    back = loads(dumps(situation), named_game(situation.rules))
    return losses_between(situation, back, "a GNU id")


def _is_beginning(situation: Situation) -> bool:
    """Whether no game is under way and the position is the unchanged start."""
    at_start = situation.position == situation.rules.start
    quiet = situation.roll is None and situation.offer is None and situation.cube.value == 1
    return at_start and quiet and situation.to_act is Player.WHITE


def _rules(rules: Rules, key: ids.MatchKey) -> Rules:
    """The game with the options in the match id."""
    if not rules.cube_play or key.table.length:
        return rules
    options = {"jacoby": "off" if key.without_jacoby else "on"}
    if key.table.offer is Offer.RACCOON:
        options["raccoons"] = "on"
    return with_options(rules, options)


def _key(situation: Situation, table: SeatedPosition) -> ids.MatchKey:
    if table.cube > 2**15:
        raise NotationError(f"a GNU id holds a cube of at most {2**15}, got {table.cube}")
    state = ids.NO_GAME if situation.opening and _is_beginning(situation) else ids.PLAYING
    rules = situation.rules
    # Without a cube the Jacoby rule does not apply, since nobody could lift it.
    return ids.MatchKey(table, state, not ((rules.cube_play and rules.jacoby) or table.length))


def find_ids(text: str) -> tuple[str, str | None]:
    """The position id in a text, and the match id if there is one.

    Raises:
        NotationError: there is no position id, or more than one.
    """
    if len(text) > MOST_CHARACTERS:
        raise NotationError(f"expected GNU ids, got {len(text):,} characters")
    joined = _JOINED.search(text)
    position = _once(_POSITION, text) or (joined[1] if joined else _alone(text))
    if position is None:
        raise NotationError(
            f"expected a GNU position id, got {text.strip()[:80]!r} (for example {_EXAMPLE!r})"
        )
    return position, _match(text, position)


def has_ids(text: str) -> bool:
    """Whether a text contains something like GNU ids."""
    return bool(_POSITION.search(text) or _JOINED.search(text)) or _alone(text) is not None


def _match(text: str, position: str) -> str | None:
    """The match id by its label, after the colon, or the only word of its length."""
    labelled = _once(_MATCH, text)
    if labelled is not None:
        return labelled
    beside = re.search(re.escape(position) + _BEHIND, text)
    beside = beside or re.fullmatch(re.escape(position) + r"\s+(\S+)", text.strip())
    if beside:
        return beside[1]
    words = [] if _POSITION.search(text) else _TWELVE.findall(text)
    return words[0] if len(words) == 1 else None


def _once(pattern: re.Pattern[str], text: str) -> str | None:
    found = [*dict.fromkeys(pattern.findall(text))]
    if len(found) > 1:
        raise NotationError(f"expected one position, got several ids: {' and '.join(found[:2])}")
    return found[0] if found else None


def _alone(text: str) -> str | None:
    """A word on its own, or the only word of a text that is a valid position id."""
    stripped = text.strip()
    if _LONE.fullmatch(stripped):
        return stripped
    words = [word for word in dict.fromkeys(_FOURTEEN.findall(text)) if _reads(word)]
    return words[0] if len(words) == 1 else None


def _reads(word: str) -> bool:
    try:
        ids.read_position_id(word)
    except NotationError:
        return False
    return True
