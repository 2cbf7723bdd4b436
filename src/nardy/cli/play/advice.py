"""Answers to questions at the prompt: legal turns, refusals, hints, pip counts, history."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nardy.cli.figures import chance_text, equity_text
from nardy.cli.play.input_parser import shown
from nardy.cli.play.screen import Screen
from nardy.core.canonical import legal_turns
from nardy.core.draft import Draft
from nardy.core.events import Played, Rolled, RolledOff
from nardy.core.game import Game
from nardy.core.judge import judge
from nardy.core.laws import LAWS
from nardy.core.legal_acts import BEFORE_ROLL, legal_acts
from nardy.core.player import Player
from nardy.core.situation import Phase, Situation
from nardy.core.words import Word, place_text, words_text
from nardy.errors import TooManyTurns
from nardy.kernel import is_available

if TYPE_CHECKING:
    from nardy.bots.neural import NeuralBot

MOST_LISTED = 60
MOST_HINTS = 3
MOST_COUNTED = 1_000
"""Most turns counted: a cascade may have hundreds of thousands, which takes long."""

_ASKED = ("take", "beaver", "raccoon", "pass", "accept", "refuse")
"""Answers to an offer, in the order of the prompt."""


@dataclass(frozen=True)
class Refusal:
    """The last refused input, and the law that forbids it."""

    text: str
    law: str
    reason: str
    words: Mapping[str, str] | None = None
    """The sentence of the law by language, in the wording of these rules."""


def answers(situation: Situation) -> list[str]:
    legal = legal_acts(situation)
    return [act for act in _ASKED if act in legal]


def before_roll(game: Game) -> list[str]:
    """The legal acts before the roll, except rolling and resigning."""
    legal = legal_acts(game.situation, has_doubled=game.is_bomb_spent)
    return [act for act in legal if act in BEFORE_ROLL]


def tell_legal(screen: Screen, game: Game, draft: Draft | None) -> None:
    """Print everything that is legal now."""
    situation = game.situation
    if situation.phase is Phase.TURN and draft:
        _tell_moves(screen, situation, draft)
    elif situation.phase is Phase.ANSWER:
        screen.say("legal_now", choices=screen.choices(answers(situation)))
    else:
        choices = ["roll", *before_roll(game), "resign"]
        screen.say("legal_now", choices=screen.choices(choices))
    screen.say("hint_help")


def _tell_moves(screen: Screen, situation: Situation, draft: Draft) -> None:
    if draft.is_complete:
        screen.say("turn_is_complete", turn=draft.turn())
        return
    moves = [f"{place_text(m.origin)}/{place_text(m.target)}" for m in draft.legal_moves]
    screen.say("legal_moves", moves=listing(screen, moves))
    if draft.moves or not situation.dice:
        return
    try:
        turns = legal_turns(situation.rules, situation.position, situation.dice, MOST_COUNTED)
    except TooManyTurns as many:
        screen.say("too_many_turns", count=many.limit)
        return
    listed = listing(screen, list(map(str, turns)))
    screen.say("legal_turns", count=len(turns), turns=listed)


def listing(screen: Screen, texts: list[str]) -> str:
    """Texts in one line, cut after the first 60."""
    more = len(texts) - MOST_LISTED
    listed = "; ".join(texts[:MOST_LISTED])
    return listed if more <= 0 else f"{listed}; {screen.word('and_more', count=more)}"


def tell_why(screen: Screen, situation: Situation, text: str, draft: Draft | None) -> None:
    """Judge a turn that continues the moves already made."""
    if draft and draft.moves:
        made = words_text([Word((move.origin, move.target)) for move in draft.moves])
        text = f"{made} {text}"
    verdict = judge(situation, text)
    if verdict.law is None:
        screen.say("legal", turn=verdict.turn or shown(text))
    else:
        tell_refusal(screen, Refusal(text, verdict.law, verdict.reason, verdict.words))


def tell_refusal(screen: Screen, refusal: Refusal) -> None:
    """Print the reason of a refusal: the sentence, the law and its source."""
    sentence = screen.law(refusal.law, refusal.reason, refusal.words)
    if refusal.text:
        screen.say("illegal", turn=shown(refusal.text), law=sentence)
    else:
        screen.line(sentence)
    if refusal.law in LAWS:
        screen.say("law_and_source", law=refusal.law, source=LAWS[refusal.law].source)


def tell_pips(screen: Screen, game: Game) -> None:
    position = game.position if game.to_act is Player.WHITE else game.position.flipped()
    pips = {"white_pips": position.pip_count(), "black_pips": position.flipped().pip_count()}
    screen.say("pip_count", **screen.seats, **pips)


def tell_history(screen: Screen, game: Game) -> None:
    number, dice = 0, ""
    for event in game.events:
        match event:
            case RolledOff(white, black) if game.rules.opening == "use":
                dice = f" {max(white, black)}-{min(white, black)}"
            case Rolled(_, (high, low)):
                dice = f" {high}-{low}"
            case Played(player, turn):
                number += 1
                text = turn if event.moves else screen.word("no_move")
                screen.line(f"{number}. {screen.seat(Player(player))}{dice}: {text}")
                dice = ""
            case _:
                pass
    if not number:
        screen.say("no_turns_yet")


def tell_hint(screen: Screen, situation: Situation) -> None:
    """Print the best turns, or the best act before the roll or after an offer.

    Raises:
        WeightsError: no network knows the game.
    """
    if not is_available():
        screen.say("hint_never")
        return
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415 (imports NumPy)

    bot = NeuralBot()
    if situation.phase is Phase.TURN:
        _tell_turns(screen, situation, bot)
    else:
        screen.say("hint_act", act=screen.choices([bot.choose_act(situation)]))


def _tell_turns(screen: Screen, situation: Situation, bot: "NeuralBot") -> None:
    from nardy.analysis.decisions import rank_turns  # noqa: PLC0415 (imports NumPy)

    for number, choice in enumerate(rank_turns(situation, bot, MOST_HINTS), 1):
        chances, match = choice.probabilities, choice.match_chance
        screen.say(
            "hint_turn" if match is None else "hint_turn_match",
            number=number,
            turn=screen.turn(choice.turn.moves, str(choice.turn), situation),
            equity=equity_text(screen.language, choice.equity),
            win=chance_text(screen.language, chances.win, ".0%"),
            match=chance_text(screen.language, match or 0),
        )
