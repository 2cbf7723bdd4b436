"""Whole .bgf files."""

import io

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.effort import tries
from tests.formats.bgf import made
from tests.formats.played import played_match, told

from nardy.formats import bgf, read_match
from nardy.formats.bgf.extract import extract
from nardy.formats.bgf.reader import read_bgf
from nardy.formats.record import Record


@settings(max_examples=tries(8, 60, 3_000), deadline=None)
@given(
    st.sampled_from(
        ["backgammon,beavers=off", "nackgammon,beavers=off", "hypergammon,beavers=off"]
    ),
    st.sampled_from([0, 1, 3, 7]),
    st.integers(0, 9_999),
)
def test_played_matches_come_back(game: str, length: int, seed: int) -> None:
    match = played_match(game, length, seed)
    record = read_bgf(extract(made.file_of(match)))
    assert [told(recorded.game) for recorded in record.games] == [*map(told, match.games)]
    assert record.score == Record.of(match).score
    assert record.match.game.rules.id == match.game.rules.id
    assert not record.illegal


def test_a_file_is_read_by_a_process_of_its_own() -> None:
    match = played_match("backgammon", 3, 2, most_games=1)
    data = made.file_of(match)
    assert bgf.is_bgf(data)
    record = bgf.load(io.BytesIO(data))
    assert [told(game.game) for game in record.games] == [*map(told, match.games)]
    assert read_match(data).events == record.events
