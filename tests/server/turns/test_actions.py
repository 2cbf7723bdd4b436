import pytest
from tests.moments import HEAD, moment

from nardy.core.dice import Roll
from nardy.core.game import Game
from nardy.core.judge import judge
from nardy.core.laws import LAWS
from nardy.core.player import Player
from nardy.core.situation import Phase, Situation
from nardy.errors import IllegalActError, NardyError
from nardy.games import BACKGAMMON, LONG_NARDY
from nardy.render.rulebook import rulebook
from nardy.server.protocol.messages import Act, DieMove
from nardy.server.turns.actions import dance, give_up, perform, verdict


def begun() -> Game:
    game = Game(BACKGAMMON, seed=1)
    game.open(6, 1)
    return game


def order(act: str, *moves: tuple[int, int], turn: str = "") -> Act:
    return Act("r", "1", 1, act, [DieMove(*move) for move in moves], turn)


def ready_to_roll() -> Game:
    game = begun()
    if game.phase is Phase.TURN:
        game.play("13/7 8/7")
    return game


def test_a_turn_is_played_as_moves_or_as_text() -> None:
    for told in (order("play", (8, 5), (6, 5)), order("play", turn="8/5 6/5")):
        game = ready_to_roll()
        game.roll(Roll(3, 1))
        perform(game, game.to_act, told)
        assert set(str(game.events[-1].turn).split()) == {"8/5", "6/5"}


def test_what_is_not_legal_is_refused() -> None:
    game = ready_to_roll()
    with pytest.raises(IllegalActError):
        perform(game, game.to_act, order("take"))
    with pytest.raises(NardyError, match="expected an act"):
        perform(game, game.to_act, order("fly"))
    game.roll(Roll(3, 1))
    with pytest.raises(IllegalActError):
        perform(game, game.to_act.opponent, order("play", (8, 5), (6, 5)))


def test_giving_up_loses_what_is_at_stake() -> None:
    game = ready_to_roll()
    loser = game.to_act
    give_up(game, "gammon")
    assert game.outcome is not None
    assert (game.outcome.winner, game.phase) == (loser.opponent, Phase.OVER)


def test_giving_up_before_an_offer_passes_a_double_and_lets_a_resignation_stand() -> None:
    doubled = ready_to_roll()
    doubler = doubled.to_act
    doubled.offer_double()
    give_up(doubled)
    resigned = ready_to_roll()
    loser = resigned.to_act
    resigned.resign("single")
    give_up(resigned)
    assert doubled.outcome is not None
    assert resigned.outcome is not None
    assert (doubled.outcome.winner, resigned.outcome.winner) == (doubler, loser.opponent)


def test_a_turn_that_can_be_played_does_not_dance() -> None:
    game = ready_to_roll()
    game.roll(Roll(3, 1))
    dance(game)
    assert game.phase is Phase.TURN
    assert Player.WHITE in Player


BEGIN = Situation(rules=LONG_NARDY, position=LONG_NARDY.start, roll=Roll(5, 3))


def test_a_verdict_names_the_law_in_both_languages_and_the_move() -> None:
    found = verdict(BEGIN, "7", [DieMove(24, 19), DieMove(24, 21)])
    assert (found.id, found.law, found.move) == ("7", "head", DieMove(24, 21))
    assert found.says == {"en": LAWS["head"].english, "ru": LAWS["head"].says("ru")}


def test_a_legal_move_is_not_refused() -> None:
    assert verdict(BEGIN, "", [DieMove(24, 19), DieMove(19, 16)]).law is None


def test_a_move_backwards_says_that_checkers_only_go_forward() -> None:
    found = verdict(BEGIN, "", [DieMove(24, 19), DieMove(19, 22)])
    assert (found.law, found.move) == ("wrong-die", DieMove(19, 22))
    assert found.says["en"] == "Checkers only go forward, from a larger number to a smaller one."
    assert "only go forward" in judge(BEGIN, "24/19 19/22").reason
    assert judge(BEGIN, "24/19 19/22").law == "wrong-die"
    assert judge(BEGIN, "24/19 19/22").words == found.says
    forward = verdict(BEGIN, "", [DieMove(24, 20)])
    assert (forward.law, forward.says["en"]) == ("wrong-die", LAWS["wrong-die"].english)


@pytest.mark.parametrize(
    ("prime", "english"),
    [
        ("ahead", "an opposing checker ahead of all six on its own way, or borne off"),
        ("opp_home", "an opposing checker in its own home, or borne off"),
        ("forbid", "are never legal"),
    ],
)
def test_a_prime_is_refused_in_the_words_of_the_rules_in_force(prime: str, english: str) -> None:
    men = f"24:9,19:1,18:1,17:1,16:1,15:1,5:1 {HEAD}"
    here = moment(f"long-nardy,prime={prime} w {men}", 4, 1)
    found = verdict(here, "", [DieMove(24, 20)])
    assert found.law == "prime"
    assert english in found.says["en"]
    # The judge of the terminal and the rule book say the same.
    judged = judge(here, "24/20 5/4")
    assert (judged.words, english in judged.reason) == (found.says, True)
    for language in ("en", "ru"):
        sections = rulebook(here.rules, language)
        book = [sentence.text for section in sections for sentence in section.sentences]
        assert found.says[language] in book
    # Held at the end of the turn it is told in the same words.
    later = moment(f"long-nardy,prime={prime},prime_check=turn w {men}", 4, 1)
    assert judge(later, "24/20 5/4").words == found.says
