"""Replays of bgammon.org."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.effort import tries
from tests.formats.played import played_match, told

from nardy.core.events import Acted, Played, Resigned
from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.words import PLACE_TEXTS
from nardy.errors import NotationError
from nardy.formats import bgammon, read_match
from nardy.formats.record import Record

HEAD = "i 1700000000 ann bob {} 0 0 {} 1 0\n"


def replay_of(match: Match) -> str:
    """A match as bgammon.org writes it, but for beavers, which it does not have."""
    games = [
        _game_text(match, recorded.game, recorded.scores) for recorded in Record.of(match).games
    ]
    index = "".join("bgammon-replay 00000024\n" for _ in games)
    return index + "".join(games)


def _game_text(match: Match, game: Game, scores: tuple[float, float]) -> str:
    winner = game.outcome.winner if game.outcome else None
    number = 0 if winner is None else [*Player].index(winner) + 1
    points = f"{scores[0]:g} {scores[1]:g}"
    lines = [f"i 1700000000 {' '.join(match.names)} {match.length} {points} {number} 1 0"]
    again = Game.from_events(game.events[:1], lambda _: game.rules)
    for event in game.events[1:]:
        lines += _event_lines(again, event, winner)
        again.apply(event)
    return "\n".join(lines) + "\n"


def _event_lines(game: Game, event: object, winner: Player | None) -> list[str]:
    number = [*Player].index(game.to_act) + 1
    if isinstance(event, Played):
        roll = game.situation.roll
        assert roll
        words = ["/".join(_place(at, number) for at in move) for move in event.moves]
        return [" ".join([f"{number} r {roll.high}-{roll.low}", *words])]
    if isinstance(event, Acted) and event.act in ("take", "pass"):
        return [f"{3 - number} d {game.situation.cube.value * 2} {int(event.act == 'take')}"]
    if isinstance(event, Acted) and event.act == "accept" and winner:
        return [f"{[*Player].index(winner.opponent) + 1} t"]
    return []


def _place(at: int, number: int) -> str:
    return PLACE_TEXTS[at] if number == 1 or at in (0, 25) else str(25 - at)


@settings(max_examples=tries(8, 60, 3_000), deadline=None)
@given(st.sampled_from([1, 3, 7]), st.integers(0, 9_999))
def test_played_matches_come_back(length: int, seed: int) -> None:
    match = played_match("backgammon", length, seed)
    record = bgammon.loads(replay_of(match))
    # A replay does not tell dice without a turn, nor how large a resignation was.
    for recorded, game in zip(record.games, match.games, strict=True):
        expected = [event for event in told(game) if not isinstance(event, Resigned)]
        found = [event for event in told(recorded.game) if not isinstance(event, Resigned)]
        assert found == expected
        assert recorded.game.outcome
        assert recorded.game.outcome.winner is (game.outcome and game.outcome.winner)


def test_a_replay_is_recognized() -> None:
    text = "bgammon-replay 00000024\n" + HEAD.format(3, 0) + "1 r 3-1 8/5 6/5\n2 r 6-4 1/11\n"
    record = bgammon.load(io.BytesIO(text.encode()))
    assert read_match(text).events == record.events
    assert (record.players, record.match.length) == (("ann", "bob"), 3)
    assert [event.turn for event in record.events if isinstance(event, Played)] == [
        "8/5 6/5",
        "24/14",
    ]


def test_a_replay_cut_short_is_not_taken_for_a_resignation() -> None:
    (game,) = bgammon.loads(HEAD.format(3, 1) + "1 r 3-1 8/5 6/5\n").games
    assert [finding.reason for finding in game.findings] == [
        "the game is not over here, and the file states no result"
    ]


def test_another_winner_than_that_of_the_rules_is_found() -> None:
    text = HEAD.format(3, 1) + "1 r 3-1 8/5 6/5\n2 r 6-4 1/11\n1 t\n"
    assert not bgammon.loads(text.replace("1 t", "2 t")).games[0].findings
    (finding,) = bgammon.loads(text).games[0].findings
    assert "the replay says that White won" in finding.reason


@pytest.mark.parametrize("row", ["3 r 1-1", "1 r 7-1 8/1", "1 r 3-1 8/x", "1 r 3-1 26/25", "what?"])
def test_a_line_that_cannot_be_read_ends_what_is_read(row: str) -> None:
    (game,) = bgammon.loads(f"{HEAD.format(3, 0)}1 r 3-1 8/5 6/5\n{row}\n2 r 6-4 1/11\n").games
    assert [finding.line for finding in game.findings if finding.unreadable][:1] == [3]
    assert len(game.game.events) == 3


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("bgammon-replay 00000024\n", r"a line such as 'i 1700.*download it again"),
        ("bgammon-replay 00000024\nhello\n", "expected the index of a replay or a game .* line 2"),
        ("i 1 a b 1 0 0 1 1 1\n", "expected backgammon in line 1 .* got acey-deucey; do"),
        ("i 1 a b 1 0 0 1 1 0\ni 1 a b 3 0 0 1 1 0\n", "one match to 1, got one to 3 in line 2"),
        ("i 1 a b 1 0 0 1 1 0\n" * 1_001, "at most 1,000 games"),
        ("i" * 5_000_001, "at most 5,000,000 bytes"),
    ],
)
def test_other_files_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=sentence):
        bgammon.loads(text)


@given(st.text(alphabet="12rdt i-/baroff0379\n", max_size=120))
def test_noise_never_crashes(text: str) -> None:
    bgammon.loads(HEAD.format(3, 0) + "1 r 3-1 8/5 6/5\n" + text.replace("i", ""))
