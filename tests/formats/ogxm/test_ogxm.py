"""Whole .ogxm files of both versions."""

import io

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.effort import tries
from tests.formats.ogxm import made
from tests.formats.played import played_match, told

from nardy.formats import ogxm, read_match
from nardy.formats.ogxm.extract import extract
from nardy.formats.ogxm.reader import read_plies
from nardy.formats.record import Record


@settings(max_examples=tries(8, 60, 3_000), deadline=None)
@given(
    st.sampled_from(["backgammon", "nackgammon", "hypergammon"]),
    st.sampled_from([0, 1, 3, 7]),
    st.integers(0, 9_999),
)
def test_played_matches_come_back(game: str, length: int, seed: int) -> None:
    match = played_match(game, length, seed)
    record = read_plies(extract(made.file_of(match)))
    assert [told(recorded.game) for recorded in record.games] == [*map(told, match.games)]
    assert record.score == Record.of(match).score
    assert record.match.game.rules.id == match.game.rules.id
    assert not record.illegal


@settings(max_examples=tries(5, 60, 3_000), deadline=None)
@given(st.sampled_from([1, 3, 7]), st.integers(0, 9_999))
def test_matches_of_version_1_come_back(length: int, seed: int) -> None:
    match = played_match("backgammon", length, seed)
    record = read_plies(extract(made.file_of(match, is_old=True)))
    assert [told(recorded.game) for recorded in record.games] == [*map(told, match.games)]


def test_a_file_is_read_by_a_process_of_its_own() -> None:
    match = played_match("backgammon", 3, 2, most_games=1)
    data = made.file_of(match)
    assert ogxm.is_ogxm(data)
    record = ogxm.load(io.BytesIO(data))
    assert [told(game.game) for game in record.games] == [*map(told, match.games)]
    assert read_match(data).events == record.events
