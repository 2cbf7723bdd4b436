"""Text forms of positions and matches.

Each module of a format has `load`, `loads`, `dump` and `dumps`; files are text streams. `losses`
lists, one sentence each, what a format cannot hold. Situations are seen by the player who must act.

>>> from nardy.formats import gnubg, read_position, xgid
>>> situation, notation = read_position("4HPwATDgc/ABMA")
>>> notation, xgid.dumps(situation)
('GNU id', 'XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10')
>>> gnubg.losses(situation)
[]
"""

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
    proof,
    sgf,
    sgg,
    snowie,
    xg,
    xgid,
)
from nardy.formats.detect import read_match, read_position
from nardy.formats.notes import Choice, Note
from nardy.formats.record import Finding, Record, RecordedGame, StatedResult

__all__ = [
    "Choice",
    "Finding",
    "Note",
    "Record",
    "RecordedGame",
    "StatedResult",
    "bgammon",
    "bgf",
    "fibs",
    "gam",
    "gnubg",
    "mat",
    "match_json",
    "ogxm",
    "position_text",
    "proof",
    "read_match",
    "read_position",
    "sgf",
    "sgg",
    "snowie",
    "xg",
    "xgid",
]
