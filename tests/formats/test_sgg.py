"""Matches of GamesGrid, .sgg."""

import io
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.effort import tries
from tests.formats.played import played_match, silent_cuts, told

from nardy.core.events import Acted, Played, Resigned
from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.errors import NotationError
from nardy.formats import read_match, sgg
from nardy.formats.record import Record, RecordedGame

ONE = "ann vs. bob\n\nGame 1.  0-0/3\n1\t31:\n1\t31: 8/5, 6/5\n1\t\t64:\n1\t\t64: 24/14\n"
ACTS = {"double": "Double", "take": "Accept", "pass": "Pass"}


def sgg_of(match: Match) -> str:
    """A match as the reader of GNU Backgammon expects those of GamesGrid, without beavers."""
    rules, record = match.rotation[0], Record.of(match)
    lines = [f"{match.names[0]} vs. {match.names[1]}", "Monday, January 5, 2026"]
    lines += [f"Jacoby: {_yes(rules.jacoby)}", f"Crawford: {_yes(rules.crawford)}"]
    lines += ["Beavers: No", "Variant: Backgammon", ""]
    for recorded in record.games:
        lines += [*_game_lines(match, recorded), ""]
    return "\n".join(lines) + "\n"


def _yes(value: object) -> str:
    return "Yes" if value else "No"


def _game_lines(match: Match, recorded: RecordedGame) -> Iterator[str]:
    game, scores = recorded.game, "-".join(f"{points:g}" for points in recorded.scores)
    yield f"Game {recorded.number}. {scores}" + (f"/{match.length}" if match.length else "")
    again = Game.from_events(game.events[:1], lambda _: game.rules)
    acts = [*game.events[1:]]
    for at, event in enumerate(acts):
        tabs = "\t" * (1 + (again.phase is not Phase.OVER and again.to_act is Player.BLACK))
        if isinstance(event, Played):
            dice = "".join(map(str, (again.situation.roll.high, again.situation.roll.low)))
            turn = ", ".join(f"{_place(one)}/{_place(other)}" for one, other in event.moves)
            yield from ([f"{at}{tabs}{dice}:"] * bool(turn))
            yield f"{at}{tabs}{dice}: {turn or 'O-O'}"
        if isinstance(event, Acted) and event.act in ACTS:
            yield f"{at}{tabs}{ACTS[event.act]}"
        if isinstance(event, Resigned) and getattr(acts[at + 1], "act", "") != "refuse":
            own = "\t" * (1 + (Player(event.player) is Player.BLACK))
            rolled = again.phase is Phase.TURN
            dice = (
                "".join(map(str, (again.situation.roll.high, again.situation.roll.low)))
                if rolled
                else ""
            )
            yield from [f"{at}{own}{dice}:"] * rolled
            yield f"{at}{own}{dice + ': ' if rolled else ''}Resign"
        again.apply(event)
    assert game.outcome
    winner = match.names[game.outcome.winner is Player.BLACK]
    yield f"{winner}  wins {game.points:g} point{'s' * (game.points != 1)}."


def _place(at: int) -> str:
    return {0: "off", 25: "bar"}.get(at, str(at))


@settings(max_examples=tries(8, 60, 3_000), deadline=None)
@given(st.sampled_from([0, 1, 3, 7]), st.integers(0, 9_999))
def test_played_matches_come_back(length: int, seed: int) -> None:
    match = played_match("backgammon,beavers=off", length, seed)
    text = sgg_of(match)
    assert sgg.is_sgg(text.encode())
    record = sgg.loads(text)
    assert [told(recorded.game) for recorded in record.games] == [*map(told, match.games)]
    assert record.score == Record.of(match).score


def test_an_sgg_file_is_recognized() -> None:
    record = sgg.load(io.BytesIO(ONE.encode()))
    assert read_match(ONE.replace("\n", "\r\n")).events == record.events
    assert (record.players, record.match.length) == (("ann", "bob"), 3)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_names_may_have_letters_beyond_ascii(encoding: str, end: str) -> None:
    data = ONE.replace("ann vs. bob", "José vs. Zoë").replace("\n", end).encode(encoding)
    assert sgg.is_sgg(data)
    assert read_match(data).players == ("José", "Zoë")


def test_lines_that_come_twice_are_one() -> None:
    doubled = (
        ONE + "2\tDouble\n2\tDouble\n2\t\tAccept\n2\t\tAccept\n2\t64:\n2\t64: 24/14\n2\t64: 24/14\n"
    )
    (game,) = sgg.loads(doubled).games
    kinds = [
        getattr(event, "act", event.kind)
        for event in game.game.events
        if isinstance(event, Played | Acted)
    ]
    assert kinds == ["played", "played", "double", "take", "played"]


def test_facts_and_comments_are_kept() -> None:
    text = ONE.replace("\n\nGame", "\nDoubling Cube: No\nGame") + "Well played\n"
    record = sgg.loads(text)
    assert not record.match.game.rules.cube_play
    assert record.games[0].comments == ("Well played",)


def test_a_line_that_cannot_be_read_ends_what_is_read() -> None:
    (game,) = sgg.loads(ONE + "2\twhat?\n2\t31: 8/5, 6/5\n").games
    assert [finding.line for finding in game.findings if finding.unreadable][:1] == [8]


@pytest.mark.parametrize(("name", "winner"), [("Ann", Player.WHITE), ("BOB", Player.BLACK)])
def test_the_winner_is_found_without_regard_to_capitals(name: str, winner: Player) -> None:
    (game,) = sgg.loads(f"{ONE}{name} wins 1 point.\n").games
    assert game.game.outcome
    assert game.game.outcome.winner is winner


def test_an_unknown_winner_is_named_and_wins_nothing() -> None:
    record = sgg.loads(ONE + "carl wins 2 points.\n")
    (game,) = record.games
    assert game.game.outcome is None
    assert any("as the winner, got 'carl'" in finding.reason for finding in game.findings)
    assert record.score == (0, 0)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello", "'ann vs. bob' .* do import it in GNU Backgammon"),
        (ONE + "Game 2. 0-1/5\n", "one match to 3, got one to 5 in line 8"),
        (ONE + "Game 2. 0-1\n", "one match to 3, got one for money in line 8"),
        (ONE + "Game 2. 0-0/3\n" * 1_001, "at most 1,000 games"),
        ("i" * 5_000_001, "at most 5,000,000 bytes"),
    ],
)
def test_other_files_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=sentence):
        sgg.loads(text)


@given(st.text(alphabet="12\t:/\n abdouleaccptrsign-Ow", max_size=120))
def test_noise_never_crashes(text: str) -> None:
    sgg.loads(ONE + text)


@pytest.mark.parametrize("cut", ["bob wi", "bob  wins", "bob wins 3 po"])
def test_a_result_that_is_cut_short_is_told(cut: str) -> None:
    whole, short = (
        {finding.reason for game in sgg.loads(text).games for finding in game.findings}
        for text in (f"{ONE}bob wins 3 points\n", f"{ONE}{cut}\n")
    )
    assert any("cut short" in reason for reason in short)
    assert not any("cut short" in reason for reason in whole)


def test_a_hostile_line_ends() -> None:
    # With repetitions within each other this takes minutes.
    blanks = " " * 200_000
    (game,) = sgg.loads(f"{ONE}2\tx{blanks}x\n").games
    assert [finding.line for finding in game.findings if finding.unreadable][:1] == [8]


# Seed 15 resigns a backgammon at once; the others are played to their end.
@pytest.mark.parametrize("seed", [7, 11, 15])
def test_no_cut_is_silent(seed: int) -> None:
    text = sgg_of(played_match("backgammon,beavers=off", 3, seed, most_games=1))
    assert not silent_cuts(sgg.loads, text, least=len(text) - 150)
