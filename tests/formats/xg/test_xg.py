"""Whole .xg files: made by ourselves, and real ones where they are."""

import io

from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.effort import tries
from tests.formats.played import played_match, told
from tests.formats.xg import made

from nardy.formats import read_match, xg
from nardy.formats.record import Record
from nardy.formats.xg.extract import extract
from nardy.formats.xg.reader import read_records


@settings(max_examples=tries(8, 60, 3_000), deadline=None)
@example("backgammon", 0, 4_987)  # resigned after a beaver
@given(
    st.sampled_from(["backgammon", "nackgammon", "hypergammon"]),
    st.sampled_from([0, 1, 3, 7]),
    st.integers(0, 9_999),
)
def test_played_matches_come_back(game: str, length: int, seed: int) -> None:
    match = played_match(game, length, seed)
    record = read_records(extract(made.file_of(match)))
    assert [told(recorded.game) for recorded in record.games] == [*map(told, match.games)]
    assert record.score == Record.of(match).score
    assert record.match.game.rules == match.game.rules
    assert not record.illegal


def test_a_file_is_read_by_a_process_of_its_own() -> None:
    match = played_match("backgammon", 3, 2, most_games=1)
    data = made.file_of(match)
    assert xg.is_xg(data)
    record = xg.load(io.BytesIO(data))
    assert [told(game.game) for game in record.games] == [*map(told, match.games)]
    assert read_match(data).events == record.events
