from pathlib import Path

import pytest

from nardy.bots.neural import NeuralBot
from nardy.formats import read_match
from nardy.report import MatchAnalysis, analyze

EXAMPLE = Path(__file__).parents[2] / "examples" / "match.mat"


@pytest.fixture(scope="session")
def match() -> MatchAnalysis:
    """A match of three games with some mistakes, of which three are explained."""
    record = read_match(EXAMPLE.read_bytes())
    return analyze(record, "match.mat", NeuralBot(0), explained=3)
