"""A refusal names the act, the law and one way out."""

from collections.abc import Callable

import pytest
from tests.effort import each
from tests.moments import STD, moment

from nardy.core.game import Game
from nardy.core.laws import LAWS, NOT_OPENED
from nardy.core.player import Player
from nardy.core.refusal import refuse_act, refuse_stale_draft, require_phase, require_seat
from nardy.core.situation import Phase
from nardy.errors import IllegalActError, NotationError
from nardy.games import BACKGAMMON

BACK = f"backgammon w {STD} {STD}"
TEXTS = {
    Phase.OPENING: BACK + " opening",
    Phase.ROLL: BACK,
    Phase.TURN: BACK + " dice=31",
    Phase.ANSWER: BACK + " offer=double",
    Phase.OVER: "backgammon w off:15 24:1,3:14 result=w3",
}


@each("law", LAWS)
@each("phase", Phase)
def test_the_sentence(phase: Phase, law: str) -> None:
    with pytest.raises(IllegalActError) as caught:
        refuse_act(law, moment(TEXTS[phase]), "do this")
    assert caught.value.law == law
    sentence = str(caught.value)
    assert sentence.casefold().startswith(f"cannot do this: {LAWS[law].english[:-1]} (".casefold())
    assert sentence[len("cannot do this: ")].islower()
    assert sentence.endswith(")")
    assert "." not in sentence


@pytest.mark.parametrize("phase", Phase)
def test_the_phase_that_is_awaited_is_let_through(phase: Phase) -> None:
    require_phase(moment(TEXTS[phase]), phase, "do this")


@each(
    ("now", "wanted", "law"),
    [
        (Phase.OVER, Phase.ROLL, "game-over"),
        (Phase.OVER, Phase.ANSWER, "game-over"),
        (Phase.ANSWER, Phase.ROLL, "offer-open"),
        (Phase.ANSWER, Phase.TURN, "offer-open"),
        (Phase.TURN, Phase.ROLL, "already-rolled"),
        (Phase.TURN, Phase.OPENING, "already-rolled"),
        (Phase.TURN, Phase.ANSWER, "no-offer"),
        (Phase.ROLL, Phase.TURN, "not-rolled"),
        (Phase.ROLL, Phase.ANSWER, "no-offer"),
        (Phase.OPENING, Phase.ROLL, "not-rolled"),
        (Phase.OPENING, Phase.ANSWER, "no-offer"),
    ],
)
def test_another_phase_is_refused_by_its_law(now: Phase, wanted: Phase, law: str) -> None:
    with pytest.raises(IllegalActError) as caught:
        require_phase(moment(TEXTS[now]), wanted, "do this")
    assert caught.value.law == law


@each("act", [Game.offer_double, Game.resign, Game.draft])
def test_before_the_opening_roll_nothing_else_can_be_done(act: Callable[[Game], object]) -> None:
    with pytest.raises(IllegalActError) as caught:
        act(Game(BACKGAMMON))
    sentence = str(caught.value)
    assert "the opening roll comes first" in sentence
    assert sentence.endswith(" (roll for the start)")
    assert "checkers" not in sentence
    assert caught.value.words == NOT_OPENED.words


def test_a_seat_is_required_by_player_or_name() -> None:
    here = moment(BACK)
    for player in (None, Player.WHITE, "white"):
        require_seat(here, player, "roll")
    for player in (Player.BLACK, "black"):
        with pytest.raises(IllegalActError) as caught:
            require_seat(here, player, "roll")
        assert caught.value.law == "not-yours"
    with pytest.raises(NotationError, match="expected a player, got 'green'"):
        require_seat(here, "green", "roll")
    # After the end the act itself is refused, whoever asks.
    require_seat(moment(TEXTS[Phase.OVER]), Player.BLACK, "roll")


@each("phase", Phase)
def test_a_stale_draft_is_refused_by_what_is_due(phase: Phase) -> None:
    with pytest.raises(
        IllegalActError, match=r"expected a draft of this moment.*game\.draft"
    ) as caught:
        refuse_stale_draft(moment(TEXTS[phase]))
    assert caught.value.law in LAWS
    assert caught.value.law != "already-rolled"
