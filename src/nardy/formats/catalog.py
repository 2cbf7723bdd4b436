"""Every format of positions and of matches: a new one is its module, and one entry here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.formats import (
    bgammon,
    bgf,
    fibs,
    gam,
    gnubg,
    mat,
    match_json,
    ogxm,
    position_text,
    sgf,
    sgg,
    snowie,
    xg,
    xgid,
)
from nardy.formats.record import Record
from nardy.games.catalog import named_options

Find = Callable[[str], Rules]
"""Finds the game of an id with its options."""
POSITION_TEXT, XGID, GNU_ID = "position text", "XGID", "GNU id"
FIBS, SNOWIE = "FIBS board", "Snowie text"


@dataclass(frozen=True, kw_only=True)
class PositionFormat:
    """A way to write a position."""

    name: str
    """In commands."""
    title: str
    """In sentences."""
    example: str
    """A position in it."""
    is_like: Callable[[str], bool]
    """Whether a text resembles it, so that its errors are those of this format."""
    read: Callable[[str, Rules | None, Find], Situation]
    """The rules are the game of a text that names none."""
    write: Callable[[Situation], str]
    losses: Callable[[Situation], Sequence[str]] = lambda _: ()
    """Sentences about what the format cannot express."""


@dataclass(frozen=True, kw_only=True)
class MatchFormat:
    """A way to write a match."""

    name: str
    """In commands."""
    extensions: tuple[str, ...]
    is_like: Callable[[bytes], bool]
    """Whether a file resembles it."""
    read: Callable[[bytes, Rules | None, Find], Record]
    """The rules are the game of a file that names none."""
    write: Callable[[Record], str] | None = None
    """None where it is only read."""
    losses: Callable[[Record], Sequence[str]] = lambda _: ()
    """Sentences about what the format cannot express."""


def _knowing(rules: Rules | None, find_other: Find) -> Find:
    """A game lookup that also knows the given game by its id."""
    if rules is None:
        return find_other
    named = rules.published

    def find(text: str) -> Rules:
        known = {named.id, *named.aliases}
        return named_options(text, lambda name: named if name in known else find_other(name))

    return find


POSITIONS: Mapping[str, PositionFormat] = {
    form.name: form
    for form in (
        PositionFormat(
            name="position",
            title=POSITION_TEXT,
            example="backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31",
            is_like=position_text.is_position_text,
            read=lambda text, rules, find: position_text.loads(text, _knowing(rules, find)),
            write=position_text.dumps,
        ),
        PositionFormat(
            name="xgid",
            title=XGID,
            example="XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
            is_like=xgid.has_code,
            read=lambda text, rules, _: xgid.loads(text, rules),
            write=xgid.dumps,
            losses=xgid.losses,
        ),
        PositionFormat(
            name="fibs",
            title=FIBS,
            example=fibs.EXAMPLE,
            is_like=fibs.has_board,
            read=lambda text, rules, _: fibs.loads(text, rules),
            write=fibs.dumps,
            losses=fibs.losses,
        ),
        PositionFormat(
            name="snowie",
            title=SNOWIE,
            example=snowie.EXAMPLE,
            is_like=snowie.is_position,
            read=lambda text, rules, _: snowie.loads(text, rules),
            write=snowie.dumps,
            losses=snowie.losses,
        ),
        PositionFormat(
            name="gnubgid",
            title=GNU_ID,
            example="4HPwATDgc/ABMA:cAkAAAAAAAAA",
            is_like=gnubg.has_ids,
            read=lambda text, rules, _: gnubg.loads(text, rules),
            write=gnubg.dumps,
            losses=gnubg.losses,
        ),
    )
}
"""Every format of positions by its name."""

MATCHES: Mapping[str, MatchFormat] = {
    form.name: form
    for form in (
        # The first line of a .bgf file is JSON too.
        MatchFormat(
            name="bgf",
            extensions=("bgf",),
            is_like=bgf.is_bgf,
            read=lambda data, rules, _: bgf.loads(data, rules),
        ),
        MatchFormat(
            name="json",
            extensions=("json", "jsonl"),
            is_like=match_json.is_json,
            read=lambda data, _, find: match_json.loads(data.decode("utf-8-sig", "replace"), find),
            write=match_json.dumps,
        ),
        MatchFormat(
            name="sgf",
            extensions=("sgf",),
            is_like=sgf.is_sgf,
            read=lambda data, rules, _: sgf.loads(data, rules),
            write=sgf.dumps,
            losses=sgf.losses,
        ),
        MatchFormat(
            name="xg",
            extensions=("xg",),
            is_like=xg.is_xg,
            read=lambda data, rules, _: xg.loads(data, rules),
        ),
        MatchFormat(
            name="ogxm",
            extensions=("ogxm",),
            is_like=ogxm.is_ogxm,
            read=lambda data, rules, _: ogxm.loads(data, rules),
        ),
        MatchFormat(
            name="bgammon",
            extensions=("match",),
            is_like=bgammon.is_replay,
            read=lambda data, rules, _: bgammon.loads(data, rules),
        ),
        MatchFormat(
            name="sgg",
            extensions=("sgg",),
            is_like=sgg.is_sgg,
            read=lambda data, rules, _: sgg.loads(data, rules),
        ),
        MatchFormat(
            name="gam",
            extensions=("gam",),
            is_like=gam.is_gam,
            read=lambda data, rules, _: gam.loads(data, rules),
        ),
        MatchFormat(
            name="mat",
            extensions=("mat", "txt"),
            # Text without tags is a match too, so what is like nothing else is read as one.
            is_like=lambda _: True,
            read=lambda data, rules, _: mat.loads(data, rules),
            write=mat.dumps,
            losses=mat.losses,
        ),
    )
}
"""Every format of matches by its name, in the order in which files are tried."""
