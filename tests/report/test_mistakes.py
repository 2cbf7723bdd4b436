from dataclasses import replace

import pytest
from tests.report.read_back import ReadBack, small_match

from nardy.analysis.cube_review import ReviewedBomb
from nardy.analysis.game_review import ReviewedTurn
from nardy.coach import sentences
from nardy.report import MatchAnalysis
from nardy.report.mistakes import mistake
from nardy.report.wording import Wording


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_mistake_has_the_sentences_of_the_coach(match: MatchAnalysis, language: str) -> None:
    for one in match.mistakes(3):
        told = "".join(ReadBack(mistake(match, one, Wording(language))).texts)
        found = match.why(one)
        for sentence in sentences(found, language) if found else ():
            assert sentence in told
        assert match.players[one.player] in told


def test_the_turns_compared_are_those_of_the_judge(match: MatchAnalysis) -> None:
    one = next(one for one in match.mistakes() if match.why(one))
    choices = getattr(one.decision, "choices", ())
    told = ReadBack(mistake(match, one, Wording("en"))).texts
    for choice in choices:
        assert str(choice.turn) in told
        assert f"{choice.equity:+.3f}" in told


def test_a_turn_examined_less_deeply_has_no_loss(match: MatchAnalysis) -> None:
    one = next(one for one in match.mistakes() if isinstance(one.decision, ReviewedTurn))
    decision = one.decision
    assert isinstance(decision, ReviewedTurn)
    best, played = decision.choices[0], decision.choices[decision.chosen]
    deep = [replace(choice, plies=2) for choice in (best, played)]
    shallow = replace(played, equity=best.equity + 0.1, plies=1)
    shown = replace(decision, choices=(*deep, shallow), chosen=1)
    told = ReadBack(mistake(match, replace(one, decision=shown), Wording("en"))).texts
    row = told.index(f"{shallow.equity:+.3f}")
    assert told[row + 1] == f"{shallow.probabilities.win:.1%}"
    row = told.index(f"{played.equity:+.3f}")
    assert told[row + 1] == f"{decision.loss:.3f}"


def test_a_cube_decision_is_told_from_the_doublers_side() -> None:
    found = small_match()
    [passed] = [one for one in found.decisions if one.played == "pass"]
    told = " ".join(ReadBack(mistake(found, passed, Wording("en"))).texts)
    assert "The cube, seen by Anna" in told
    assert "Best: no double." in told
    assert "double, pass +1.000" in told


def test_the_link_leads_to_the_decision(match: MatchAnalysis) -> None:
    one = match.mistakes(1)[0]
    assert ReadBack(mistake(match, one, Wording("en"))).values("href")[-1] == (
        f"#m1-g{one.game + 1}-d{one.number}"
    )


@pytest.mark.parametrize(("language", "head"), [("en", "bomb"), ("ru", "бомба")])
def test_a_bomb_is_not_called_a_cube_or_a_turn(language: str, head: str) -> None:
    found = small_match()
    turn = next(one for one in found.decisions if isinstance(one.decision, ReviewedTurn))
    bomb = ReviewedBomb(
        event=2,
        player=turn.player,
        before=turn.decision.before,
        act="bomb",
        best="keep",
        loss=0.1,
        win=0.6,
        lose=0.4,
        plies=1,
        exploded=0.1,
        kept=0.2,
    )
    words = Wording(language)
    told = ReadBack(mistake(found, replace(turn, decision=bomb), words))
    assert words.say("bomb.choices") in told.texts
    assert head in told.texts
    assert not {words.say("choices"), words.say("column.act")} & {*told.texts}
    assert words.say("bomb.choices") in told.values("aria-label")
