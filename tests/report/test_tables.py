import pytest
from tests.report.read_back import ReadBack, small_match

from nardy.analysis.game_review import ReviewedTurn
from nardy.core.player import Player
from nardy.report import MatchAnalysis, error_tally
from nardy.report.tables import (
    act_text,
    dice_text,
    game_id,
    games_table,
    row,
    summary_figures,
    summary_table,
    turns_table,
)
from nardy.report.wording import Wording

EN = Wording("en")


def cells(table: str) -> list[list[str]]:
    """The texts of a table by row and cell."""
    rows = [part.split("</tr>")[0] for part in table.split("<tr")[1:]]
    return [
        [
            "".join(ReadBack(f"<p>{cell.split('</t')[0].partition('>')[2]}</p>").texts)
            for cell in one.replace("<th", "<td").split("<td")[1:]
        ]
        for one in rows
    ]


@pytest.mark.parametrize("player", Player)
def test_the_games_of_a_player_add_up_to_all(match: MatchAnalysis, player: Player) -> None:
    head, *games, total = cells(games_table(match, player, EN))
    assert len(games) == len(match.games)
    assert {len(one) for one in (head, *games, total)} == {len(head)}
    for name in ("decisions", "lost, checkers", "lost, cube", "luck", "wrong passes"):
        place = head.index(name)
        numbers = [float(one[place].replace("–", "0")) for one in games]
        assert sum(numbers) == pytest.approx(float(total[place].replace("–", "0")), abs=0.003)
    tally = error_tally([one.decision for one in match.decisions], player)
    assert total[head.index("PR")] == f"{tally.total.performance_rating:.1f}"


def test_what_one_player_wins_the_other_loses(match: MatchAnalysis) -> None:
    both = [cells(games_table(match, player, EN))[1:-1] for player in Player]
    for white, black in zip(*both, strict=True):
        assert float(white[2]) == -float(black[2]) != 0
        assert white[1] == black[1]


def test_both_players_stand_side_by_side(match: MatchAnalysis) -> None:
    head, *rows = cells(summary_table(match, EN))
    assert head[1:] == ["Anna", "Boris"]
    assert all(len(one) == 3 for one in rows)


def test_a_player_without_decisions_has_no_rating() -> None:
    told = dict(summary_figures(error_tally([], Player.WHITE), EN))
    assert told["PR"] == "–"


def test_every_decision_has_a_row_with_its_number_and_loss(match: MatchAnalysis) -> None:
    for place, game in enumerate(match.games):
        table = turns_table(match, game, EN)
        ids = [one for one in ReadBack(table).values("id") if "-d" in one]
        assert ids == [game_id(match, place, one.number) for one in game.decisions]
        _, *rows = cells(table)
        for one, told in zip(game.decisions, rows, strict=True):
            assert told[:2] == [str(one.number), match.players[one.player]]
            assert told[4] == act_text(one.played, EN)
            forced = isinstance(one.decision, ReviewedTurn) and not one.decision.is_decision
            assert told[2].startswith("" if forced else f"{one.decision.loss:.3f}")
            assert (one.decision.grade in told[2]) or not one.decision.grade
            assert bool(dice_text(one)) == isinstance(one.decision, ReviewedTurn)


def test_ids_of_two_matches_differ() -> None:
    one, two = small_match(number=1), small_match(number=2)
    assert game_id(one, 0) != game_id(two, 0)


def test_a_row_has_one_head() -> None:
    assert row(["a", "b"]) == '<tr><th scope="row">a</th><td>b</td></tr>'
    assert row(["a"], head="col") == '<tr><th scope="col">a</th></tr>'


@pytest.mark.parametrize(
    ("language", "told"), [("en", ["no move", "pass", "8/5"]), ("ru", ["нет хода", "пас", "8/5"])]
)
def test_acts_are_told_in_words(language: str, told: list[str]) -> None:
    assert [act_text(act, Wording(language)) for act in ("(no move)", "pass", "8/5")] == told
