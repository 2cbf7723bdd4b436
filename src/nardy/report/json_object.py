"""A report as plain values for JSON; docs/reference/analysis.schema.json describes them."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from nardy.analysis.cube_review import ReviewedBomb, ReviewedCube
from nardy.analysis.game_review import ReviewedTurn, Summary
from nardy.analysis.judge import ROLL_PLIES
from nardy.bots.neural import NeuralBot
from nardy.core.options import rules_text
from nardy.core.player import Player
from nardy.core.text import situation_text
from nardy.formats.record import Finding
from nardy.report.error_tally import error_tally
from nardy.report.match_analysis import GameAnalysis, JudgedDecision, MatchAnalysis
from nardy.report.player_profile import PlayerProfile, PlayPart
from nardy.report.profile_section import profile_sentences
from nardy.report.wording import Wording

ReportValues = dict[str, Any]


def plies_of(bot: NeuralBot) -> dict[str, int]:
    """How far a judge looks ahead for each kind of figure."""
    return {"turns": bot.plies, "cube": bot.plies, "bomb": ROLL_PLIES, "luck": ROLL_PLIES}


def as_object(match: MatchAnalysis, language: str = "en", *, why: bool = True) -> ReportValues:
    """One match: figures of both players, and every decision of each game.

    With *why*, mistakes that were explained have their sentences, in *language*.
    """
    record = match.record
    return {
        "file": match.name,
        "players": list(record.players),
        "length": record.match.length,
        "complete": match.is_complete and not record.unreadable,
        "left_out": [*map(_left_out, record.unreadable)],
        "summary": _summaries(match.decisions),
        "games": [_game(game, match, language, why=why) for game in match.games],
    }


def _left_out(finding: Finding) -> ReportValues:
    return {"line": finding.line, "text": finding.turn, "reason": finding.reason}


def profile_object(profile: PlayerProfile, language: str = "en") -> ReportValues:
    """A player's profile, with its sentences in *language*."""
    return {
        "player": profile.player,
        **_part(profile.total),
        "by": {facet: [*map(_part, parts)] for facet, parts in profile.facets.items()},
        "matches": [*map(_part, profile.matches)],
        "trend": profile.trend,
        "differences": [
            {
                "facet": one.facet,
                "leak": one.is_leak,
                "part": _part(one.part),
                "rest": _part(one.rest),
            }
            for one in profile.differences
        ],
        "sentences": list(profile_sentences(profile, Wording(language))),
    }


def _part(part: PlayPart) -> ReportValues:
    return {
        "name": part.name,
        "decisions": part.decisions,
        "lost": part.lost,
        "performance_rating": part.performance_rating,
    }


def _summaries(decisions: Sequence[JudgedDecision]) -> ReportValues:
    """By player: all decisions, checker play and cube apart, kinds of cube errors."""
    found: ReportValues = {}
    for player in Player:
        tally = error_tally([one.decision for one in decisions], player)
        found[player.value] = {
            **_summary(tally.total),
            "turns": _summary(tally.turns),
            "cube": _summary(tally.cube),
            "cube_errors": {
                name.replace(" ", "_"): asdict(errors) for name, errors in tally.cube_errors.items()
            },
        }
    return found


def _summary(of: Summary) -> ReportValues:
    return {
        **asdict(of),
        "error_rate": of.error_rate,
        "performance_rating": of.performance_rating,
        "level": of.level,
    }


def _game(game: GameAnalysis, match: MatchAnalysis, language: str, *, why: bool) -> ReportValues:
    decisions = [
        _decision(one) | (_sentences(one, match, language) if why else {}) for one in game.decisions
    ]
    return {
        "number": game.recorded.number,
        "game": rules_text(game.rules),
        "score": list(game.recorded.scores),
        "summary": _summaries(game.decisions),
        "guessed": list(game.recorded.guessed),
        "decisions": decisions,
    }


def _sentences(one: JudgedDecision, match: MatchAnalysis, language: str) -> ReportValues:
    found = match.reasons(one, language)
    return {"sentences": found} if found else {}


def _decision(one: JudgedDecision) -> ReportValues:
    decision = one.decision
    facts: ReportValues = {
        "event": decision.event,
        "number": one.number,
        "player": one.player.value,
        "position": situation_text(decision.before),
        "phase": one.phase,
        "plan": one.plan,
        "played": one.played,
        "best": one.best,
        "loss": decision.loss,
        "grade": decision.grade,
        "win": decision.win,
        "plies": decision.plies,
    }
    if isinstance(decision, ReviewedBomb):
        return {**facts, "kind": "bomb", "exploded": decision.exploded, "kept": decision.kept}
    if isinstance(decision, ReviewedCube):
        return {**facts, "kind": "cube", "cube": asdict(decision.choice)}
    return {**facts, **_turn(decision)}


def _turn(decision: ReviewedTurn) -> ReportValues:
    choices = decision.choices
    turns: Iterable[ReportValues] = (
        {"turn": str(choice.turn), "equity": choice.equity, "plies": choice.plies}
        for choice in choices
    )
    luck = {"luck": decision.luck, "luck_plies": ROLL_PLIES}
    return {"kind": "turn", **luck, "forced": decision.is_forced, "turns": list(turns)}
