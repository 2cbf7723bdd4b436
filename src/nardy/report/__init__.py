"""Reports on analyzed matches: one HTML file, JSON by a published schema, and a player's profile.

>>> from pathlib import Path
>>> from nardy.bots import NeuralBot
>>> from nardy.formats import read_match
>>> from nardy.report import analyze, page
>>> record = read_match(Path("examples/match.mat").read_bytes())
>>> match = analyze(record, "match.mat", NeuralBot(plies=0), explained=1)
>>> page([match], "ru").startswith("<!DOCTYPE html>")
True
"""

from nardy.report.analyzing import analyze
from nardy.report.error_tally import ErrorCount, ErrorTally, error_tally
from nardy.report.json_object import as_object
from nardy.report.match_analysis import GameAnalysis, JudgedDecision, MatchAnalysis
from nardy.report.page import page
from nardy.report.player_profile import Difference, PlayerProfile, PlayPart, player_profile

__all__ = [
    "Difference",
    "ErrorCount",
    "ErrorTally",
    "GameAnalysis",
    "JudgedDecision",
    "MatchAnalysis",
    "PlayPart",
    "PlayerProfile",
    "analyze",
    "as_object",
    "error_tally",
    "page",
    "player_profile",
]
