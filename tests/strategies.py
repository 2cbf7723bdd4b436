"""Hypothesis strategies shared by tests: games with options, positions, moments of play."""

from dataclasses import replace
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from tests.effort import tries
from tests.moments import random_act
from tests.oracle import game_of
from tests.oracle.random_positions import nasty, reachable

from nardy.core.dice import ROLLS
from nardy.core.game import Game, opening_situation
from nardy.core.options import OPTIONS, rules_text, with_options
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Score
from nardy.errors import RulesError
from nardy.formats import position_text
from nardy.games import GAMES, find_game

THREE = {
    "runner": ("0", "12", "18"),
    "cascade_count": ("0", "1", "3"),
    "cascade_from": ("1", "4", "9"),
}
"""Of options with many values, those that the thorough suite tries at length."""
fewer = settings(max_examples=tries(10, 40, 400))
"""For what plays whole games or cascades: a fifth of the thorough suite's examples."""

rolls = st.sampled_from(ROLLS)
games = st.sampled_from(sorted(GAMES))
seeds = st.integers(0, 2**32)
garbage = st.one_of(
    st.text(max_size=30),
    st.text(alphabet="0123456789/*()-,: baroff", max_size=30),
    st.sampled_from(["", "8/5", "8/5 6/5", "24/18", "6/off", "bar/20", "(no move)", "13/13"]),
)


@st.composite
def rules(draw: st.DrawFn, base: st.SearchStrategy[str] = games) -> Rules:
    """A game with up to three options that may stand in it, through its own text form."""
    value = GAMES[draw(base)]
    for name in draw(st.lists(st.sampled_from(sorted(OPTIONS)), max_size=3, unique=True)):
        text = draw(st.sampled_from(OPTIONS[name].values))
        try:
            value = with_options(value, {name: text})
        except RulesError:
            continue
    # What an option switched off leaves without effect is not written.
    return find_game(rules_text(value))


@st.composite
def texts(draw: st.DrawFn, of: st.SearchStrategy[Rules] | None = None) -> str:
    """The text of a position before the roll, reached by play or built to be nasty."""
    game = game_of(rules_text(draw(of or rules())))
    make = draw(st.sampled_from([reachable, nasty]))
    (text,) = make(game, draw(seeds), 1)
    return text


@st.composite
def rolled_texts(draw: st.DrawFn, of: st.SearchStrategy[Rules] | None = None) -> str:
    """The text of a position with its dice."""
    situation = position_text.loads(draw(texts(of)))
    return position_text.dumps(replace(situation, roll=draw(rolls)))


@st.composite
def scores(draw: st.DrawFn, of: Rules) -> Score | None:
    """None for a money game, else a score of a match that goes on, seen by White."""
    length = draw(st.integers(0, 9))
    if not length:
        return None
    points = st.integers(0, length - 1)
    white, black = draw(points), draw(points)
    one_away = (white == length - 1) != (black == length - 1)
    is_crawford = one_away and of.cube_play and of.crawford and draw(st.booleans())
    return Score(length, white, black, is_crawford)


@st.composite
def beginnings(draw: st.DrawFn, of: st.SearchStrategy[Rules] | None = None) -> Game:
    """A game that has just begun, for money or in a match, with or without a roll-off."""
    value = draw(of or rules())
    starter = draw(st.sampled_from([None, *Player]))
    situation = opening_situation(value, starter, draw(scores(value)))
    return Game(value, seed=draw(seeds), situation=situation)


@st.composite
def moments(draw: st.DrawFn) -> Game:
    """A game after some random acts, offers and answers among them."""
    game, rng = draw(beginnings()), Random(draw(seeds))
    for _ in range(draw(st.integers(0, 60))):
        if game.phase is Phase.OVER:
            break
        random_act(game, rng, boldness=0.3)
    return game
