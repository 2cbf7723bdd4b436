"""Notes of BGBlitz."""

from tests.formats.bgf import made
from tests.formats.played import played_match

from nardy.core.player import Player
from nardy.formats.bgf.notes import doubling, note_of
from nardy.formats.bgf.reader import read_bgf, turn_text


def test_a_roll_keeps_luck_comment_and_the_turns_compared() -> None:
    move = {"from": [13, 6, -1, -1], "to": [10, 5, -1, -1]}
    analyzed = [
        {"move": {"from": [8, 6], "to": [5, 5]}, "eq": made.EQUITY, "ply": 2, "played": False},
        {"move": move, "eq": made.EQUITY, "ply": 2, "played": True},
    ]
    luck = {"luckPlain": "0.25", "luckWeighted": "0.125", "mode": "Money"}
    record = made.record_of(
        Player.WHITE, 3, 1, moveAnalysis=analyzed, luck=luck, comment="a slot", **move
    )
    note = note_of(record, turn_text)
    assert (note.comment, note.luck, note.played) == ("a slot", 0.25, 1)
    best = note.choices[0]
    assert (best.act, best.equity, best.cubeless, best.method) == ("8/5 6/5", 0.025, 0.1, "2 ply")
    assert best.chances == (0.5, 0.125, 0.005, 0.25, 0.001)
    luck["mode"] = "Match"
    assert note_of(record, turn_text).luck == 0.125


def test_money_has_its_equity_in_another_place() -> None:
    money = made.EQUITY | {"emg": "-999.00000000", "cubeDecision": {"eqCubeFul": "0.75"}}
    analyzed = [{"move": {"from": [8], "to": [5]}, "eq": money}]
    note = note_of(made.record_of(Player.WHITE, 3, 1, moveAnalysis=analyzed), turn_text)
    assert [choice.equity for choice in note.choices] == [0.75]


def test_a_double_keeps_the_values_of_doubling_and_of_not_doubling() -> None:
    record = made.record_of(Player.WHITE, made.DOUBLE, 7, equity=made.EQUITY, ply=3)
    assert [(one.act, one.equity) for one in doubling(record)] == [
        ("no double", 0.25),
        ("double, take", 0.5),
    ]
    assert doubling(made.record_of(Player.WHITE, made.DOUBLE, 7)) == ()


def test_notes_stand_at_their_events() -> None:
    match = played_match("backgammon,beavers=off", 3, 1, most_games=1)
    (recorded,) = read_bgf(made.match_of(match)).games
    kinds = {recorded.game.events[at].kind for at, note in recorded.notes if note.choices}
    assert kinds == {"played"}
