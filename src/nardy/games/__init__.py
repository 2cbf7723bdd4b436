"""The games of the family, each a value of Rules; find_game knows all their names.

Tags such as S4 or WP name the sources of a game; core/sources.py has their titles and addresses.
"""

from collections.abc import Mapping
from types import MappingProxyType

from nardy.core.rules import Rules
from nardy.games.backgammon import BACKGAMMON
from nardy.games.catalog import Undescribed, find_in, named_options
from nardy.games.caucasian import CAUCASIAN
from nardy.games.elsewhere import sentence
from nardy.games.fevga import FEVGA
from nardy.games.gioul import GIOUL
from nardy.games.gul_bara import GUL_BARA
from nardy.games.hypergammon import HYPERGAMMON
from nardy.games.long_nardy import LONG_NARDY
from nardy.games.longgammon import LONGGAMMON
from nardy.games.mad_gulbar import MAD_GULBAR
from nardy.games.maghribiyya import MAGHRIBIYYA
from nardy.games.mahbusa import MAHBUSA
from nardy.games.moultezim import MOULTEZIM
from nardy.games.nackgammon import NACKGAMMON
from nardy.games.nuclear import NUCLEAR
from nardy.games.plakoto import PLAKOTO
from nardy.games.portes import PORTES
from nardy.games.sudden_death import SUDDEN_DEATH
from nardy.games.tapa import TAPA
from nardy.games.tavla import TAVLA

GAMES: Mapping[str, Rules] = MappingProxyType(
    {
        rules.id: rules
        for rules in (
            # By contact: games that hit, then those that pin, then those that block.
            BACKGAMMON,
            NACKGAMMON,
            HYPERGAMMON,
            LONGGAMMON,
            SUDDEN_DEATH,
            NUCLEAR,
            CAUCASIAN,
            PORTES,
            TAVLA,
            PLAKOTO,
            TAPA,
            MAHBUSA,
            LONG_NARDY,
            GUL_BARA,
            MAD_GULBAR,
            FEVGA,
            MOULTEZIM,
            MAGHRIBIYYA,
            GIOUL,
        )
    }
)
"""Every game by its id."""

TAVLI = (PORTES, PLAKOTO, FEVGA)
"""A tavli match plays these in turn; the winner starts the next."""

ROTATIONS: Mapping[str, tuple[Rules, ...]] = MappingProxyType(
    {"tavli": TAVLI, "τάβλι": TAVLI, "тавли": TAVLI}
)
"""Matches of several games."""

UNDESCRIBED: Mapping[str, Undescribed] = MappingProxyType(
    {
        "six-one": Undescribed(
            id="six-one",
            name="six-one",
            russian="шесть-один",
            source="S0",
        )
    }
)
"""Games that a source names but none describes."""


def find_game(text: str) -> Rules:
    """The game of an id, name or alias, with a preset or options: 'long-nardy@draw'.

    >>> find_game("narde").id
    'long-nardy'
    >>> find_game("backgammon,jacoby=off").jacoby
    False

    Raises:
        UnknownGameError: no game has this name; the message suggests the nearest.
        RulesError: the game has no such preset, option or value.
    """
    return named_options(text, lambda name: find_in(name, GAMES, UNDESCRIBED, sentence))
