"""Whole .mat files: our own in every dialect, real ones where they are, and noise."""

import io
import random
import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.effort import THOROUGH, each, some, tries
from tests.formats.played import played_match, told

from nardy.core.player import Player
from nardy.errors import NardyError, NotationError
from nardy.formats import mat, match_json
from nardy.formats.record import Record
from nardy.games import GAMES, PLAKOTO

DATA = Path(__file__).parents[1] / "data"
FILES = sorted(DATA.iterdir())
# Cascades take long to write as turns, and are read once.
QUICK_GAMES = ("backgammon", "hypergammon", "long-nardy", "nuclear", "plakoto", "tapa")
QUICK_FILES = [path for path in FILES if path.stem != "mad-gulbar"]
REAL = Path(__file__).parents[4] / "shared" / "data" / "matches"
REAL_FILES = sorted(REAL.iterdir()) if REAL.is_dir() else []

# players, length, points, games, findings: what each file tells, read by eye.
EXPECTED = {
    "hypergammon.mat": (("kit", "kat"), 3, (6, 0), 1, 0),
    "joined.txt": (("Ines Valdivia", "Per Aasen"), 3, (0, 4), 1, 0),
    "long-nardy.mat": (("Сурен", "Лариса"), 0, (2, 0), 1, 0),
    "mad-gulbar.mat": (("Nino", "Davit"), 2, (0, 2), 1, 0),
    "money.mat": (("anselm", "beata"), 0, (0, 68), 2, 0),
    "nackgammon.mat": (("Rana", "Idris"), 3, (4, 0), 1, 0),
    "nuclear.mat": (("Uma", "Axel"), 1, (1, 0), 1, 0),
    "old.mat": (("Uncle Vanya,1512.3", "Aunt Sonya,1498.0"), 5, (2, 0), 1, 0),
    "partial.mat": (("Mira Okafor", "Tobias Lindqvist"), 3, (4, 0), 1, 0),
    "plakoto.mat": (("Eleni", "Petros"), 2, (2, 0), 1, 0),
    "studio.txt": (("quillfeather", "old_boatman"), 2, (0, 2), 1, 0),
    "tabs.mat": (("José Peña", "Zoë Brière"), 2, (4, 0), 1, 1),
}


def comes_back(record: Record) -> None:
    """Written and read again, everything is there."""
    text = mat.dumps(record)
    again = mat.loads(text)
    assert again.events == record.events
    assert again.players == record.players
    assert again.match.length == record.match.length
    assert again.match.score == record.match.score
    assert dict(record.tags).items() <= dict(again.tags).items()
    assert again.comments == record.comments
    assert mat.dumps(again) == text


@each("path", FILES)
def test_every_dialect_is_read(path: Path) -> None:
    record = mat.loads(path.read_bytes())
    players, length, points, games, findings = EXPECTED[path.name]
    assert record.players == players
    assert record.match.length == length
    assert (record.match.score[Player.WHITE], record.match.score[Player.BLACK]) == points
    assert len(record.games) == games
    assert len(record.findings) + sum(len(game.findings) for game in record.games) == findings
    assert not record.illegal
    comes_back(record)


@each("path", some(QUICK_FILES, 6))
def test_hit_stars_say_nothing(path: Path) -> None:
    data = path.read_bytes()
    record = mat.loads(data)
    assert mat.loads(data.replace(b"*", b"")).events == record.events
    everywhere = re.sub(rb"(/\d+)(?![\d*/(])", rb"\1*", data)
    assert mat.loads(everywhere).events == record.events


@pytest.mark.parametrize("path", some(QUICK_FILES, 4), ids=lambda path: path.name)
def test_ends_of_lines_and_marks_say_nothing(path: Path) -> None:
    text = mat.dumps(mat.loads(path.read_bytes()))
    events = mat.loads(text).events
    for other in (
        text.replace("\n", "\r\n"),
        text.replace("\n", "\r"),
        "\ufeff" + text,
        text.replace("\n\n", "\n"),
        re.sub(" {12,}(?=\\S)", "\t\t\t\t", text),
    ):
        assert mat.loads(other).events == events
        assert mat.loads(other.encode()).events == events


def test_a_name_in_latin_1_is_read() -> None:
    assert mat.loads((DATA / "tabs.mat").read_bytes()).players == ("José Peña", "Zoë Brière")


def test_files_are_read_in_binary_or_as_text() -> None:
    with (DATA / "joined.txt").open("rb") as file:
        binary = mat.load(file)
    with (DATA / "joined.txt").open(encoding="utf-8") as file:
        text = mat.load(file)
    assert binary.events == text.events
    written = io.StringIO()
    mat.dump(binary, written)
    assert written.getvalue() == mat.dumps(text)


def test_tags_and_comments_are_written_again() -> None:
    text = mat.dumps(mat.loads((DATA / "studio.txt").read_bytes()))
    assert '; [ClockType "Live8 300/10"]\n; [Transcriber "a friend of both"]' in text
    text = mat.dumps(mat.loads((DATA / "old.mat").read_bytes()))
    assert text.startswith("; Kept by the club's secretary\n; typed in from paper\n")


COMMENTED = """; of the header
 3 point match

 Game 1
 ann : 0                           bob : 0
  1) 31: 8/5 6/5                     ???
      Wins 1 point
; bob was called away
; [EventDate "2026.11.08"]

 Game 2
 ann : 1                           bob : 0
; played on the next day
  1)                                 31: 8/5 6/5
"""


def test_what_is_said_between_games_is_kept_where_it_stands() -> None:
    record = mat.loads(COMMENTED)
    assert record.comments == ("of the header",)
    said = [game.comments for game in record.games]
    assert said == [
        ("bob was called away", '[EventDate "2026.11.08"]'),
        ("played on the next day",),
    ]
    for again in (
        mat.loads(mat.dumps(record)),
        match_json.loads(match_json.dumps(record)),
    ):
        assert [game.comments for game in again.games] == said
        assert mat.dumps(again) == mat.dumps(record)


@pytest.mark.parametrize("game", sorted(GAMES) if THOROUGH else QUICK_GAMES)
@settings(max_examples=max(1, settings().max_examples // 50))
@given(length=st.integers(0, 3), seed=st.integers(0, 10_000))
def test_a_match_of_any_game_comes_back(game: str, length: int, seed: int) -> None:
    match_comes_back(game, length, seed)


def test_a_game_that_is_given_up_before_its_first_turn_comes_back() -> None:
    match_comes_back("caucasian", length=0, seed=299)


def match_comes_back(game: str, length: int, seed: int) -> None:
    """A match at random is written, and read again."""
    match = played_match(game, length, seed)
    record = mat.loads(mat.dumps(match))
    ties = any("ties" in loss for loss in mat.losses(match))
    assert ties or record.match.score == match.score
    assert [told(game) for game in record.match.games] == [told(game) for game in match.games]
    assert not record.illegal
    comes_back(record)


def test_the_game_may_be_named_where_no_tag_does() -> None:
    text = (DATA / "plakoto.mat").read_text().replace('; [Variation "plakoto"]\n', "")
    assert mat.loads(text, PLAKOTO).events == mat.loads((DATA / "plakoto.mat").read_bytes()).events


@pytest.mark.parametrize("path", some(QUICK_FILES, 6), ids=lambda path: path.name)
def test_a_file_cut_anywhere_gives_what_was_read_so_far(path: Path) -> None:
    data = path.read_bytes()
    rng = random.Random(path.name)
    whole = len(mat.loads(data).match.games)
    for _ in range(tries(2, 6, 6)):
        cut = data[: rng.randrange(len(data))]
        try:
            record = mat.loads(cut)
        except NotationError:
            continue
        assert len(record.match.games) <= whole
        finished = record.games[-1].game.outcome is not None
        assert finished or record.games[-1].findings


@given(st.data())
def test_a_spoiled_file_is_read_or_refused(data: st.DataObject) -> None:
    text = bytearray(data.draw(st.sampled_from(QUICK_FILES)).read_bytes())
    for _ in range(data.draw(st.integers(1, 12))):
        at = data.draw(st.integers(0, len(text) - 1))
        text[at : at + data.draw(st.integers(0, 4))] = data.draw(st.binary(max_size=4))
    try:
        record = mat.loads(bytes(text))
    except NardyError:
        return
    mat.dumps(record)


@each(
    ("data", "sentence"),
    [
        (b"", "expected a .mat file with a line such as ' 7 point match'"),
        (b" \n\n", "got an empty file"),
        (random.Random(1).randbytes(50_000_000), "at most 5,000,000 bytes, got more"),
        (random.Random(2).randbytes(1_000_000), "got binary data"),
        (b"x" * 4_000_000, "near its beginning, got 'xxxxxx"),
        (b"The quick brown fox\n" * 1000, "near its beginning"),
        (b" 7 point match\n", "expected at least one game (' Game 1') in the .mat file, got none"),
        (b" 7 point match\n" + b" Game 1\n" * 5000, "expected at most 1,000 games a file"),
        (b" 3 point match\n Game 1\n a : 3   b : 0\n", "one that begins after its end"),
    ],
)
def test_noise_is_refused_within_a_second(data: bytes, sentence: str) -> None:
    begin = time.perf_counter()
    with pytest.raises(NotationError) as error:
        mat.loads(data)
    assert time.perf_counter() - begin < 1
    assert sentence in str(error.value)


def test_a_long_file_is_not_read_to_its_end() -> None:
    file = io.BytesIO(b"7 point match\n" * 1_000_000)
    with pytest.raises(NotationError, match="at most 5,000,000 bytes"):
        mat.load(file)
    assert file.tell() == 5_000_001


@pytest.mark.thorough
@pytest.mark.parametrize("path", REAL_FILES, ids=lambda path: path.name)
def test_real_matches_are_legal_and_come_back(path: Path) -> None:
    record = mat.loads(path.read_bytes())
    assert not record.findings
    assert not record.illegal
    for recorded in record.games:
        outcome = recorded.game.outcome
        assert outcome
        assert recorded.stated_result
        assert outcome.winner is recorded.stated_result.winner
        assert recorded.game.points == recorded.stated_result.points
        # All that is left to say are rolls after which a player gave up.
        assert all("not recorded" in finding.reason for finding in recorded.findings)
    comes_back(record)
