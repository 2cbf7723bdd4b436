import re
from dataclasses import replace
from itertools import pairwise

import pytest
from tests.report.read_back import ReadBack

from nardy.analysis.cube_review import ReviewedCube
from nardy.core.player import Player
from nardy.report import MatchAnalysis
from nardy.report.chance_graph import HEIGHT, LEFT, TOP, WIDTH, game_graph, match_graph
from nardy.report.wording import Wording

EN = Wording("en")
SPOT = re.compile(r"([\d.]+),([\d.]+)")


def line_of(graph: str) -> list[tuple[float, float]]:
    [path] = re.findall(r'd="M([^"]+)" fill="none" class="line"', graph)
    return [(float(x), float(y)) for x, y in SPOT.findall(path)]


def test_the_line_is_the_chance_of_white_at_every_decision(match: MatchAnalysis) -> None:
    for game in match.games:
        known = [
            one.decision.win if one.player is Player.WHITE else one.decision.lose
            for one in game.decisions
        ]
        chances = [chance for chance in known if chance is not None]
        spots = line_of(game_graph(game, match, EN))
        assert len(spots) == len(chances)
        heights = [y for _, y in spots]
        # A higher chance is drawn higher; positions are rounded to a tenth.
        for (one, two), (y, z) in zip(pairwise(chances), pairwise(heights), strict=True):
            assert (one - two) * (y - z) <= 0.02
        assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in spots)


def test_every_blunder_and_error_is_marked_by_its_player(match: MatchAnalysis) -> None:
    for game in match.games:
        drawn = game_graph(game, match, EN)
        for player in Player:
            graded = [
                one
                for one in game.decisions
                if one.player is player
                and one.decision.grade in {"blunder", "error"}
                and one.decision.win is not None
            ]
            assert drawn.count(f'class="mark {player}"') == len(graded)


def test_the_match_has_a_line_between_games_and_money_has_no_graph(match: MatchAnalysis) -> None:
    drawn = match_graph(match, EN)
    assert drawn.count('class="border"') == len(match.games) - 1
    spots = line_of(drawn)
    assert len(spots) > len(match.decisions) - 5
    found = ReadBack(drawn)
    [label] = found.values("aria-label")
    assert label.startswith("Anna: chance to win the match, %: 4")


def test_games_have_the_numbers_of_the_file(match: MatchAnalysis) -> None:
    later = tuple(
        replace(game, recorded=replace(game.recorded, number=game.recorded.number + 70))
        for game in match.games
    )
    for games in (match.games, later):
        found = ReadBack(match_graph(replace(match, games=games), EN)).texts
        assert {str(game.recorded.number) for game in games} <= {text.strip() for text in found}


def test_the_cube_has_the_chance_after_the_best_act(match: MatchAnalysis) -> None:
    spots, last = line_of(match_graph(match, EN)), len(match.decisions) - 1
    doubled = 0
    for number, one in enumerate(match.decisions):
        cube = one.decision
        if not isinstance(cube, ReviewedCube) or cube.choice.match_chances is None:
            continue
        acts = dict(zip(("roll", "take", "pass"), cube.choice.match_chances, strict=True))
        # The cheaper answer to a double, which the doubler must expect.
        doubled += cube.best != "roll"
        best = acts["roll"] if cube.best == "roll" else min(acts["take"], acts["pass"])
        is_white = (one.player is Player.WHITE) is (cube.before.offer is None)
        chance = best if is_white else 1 - best
        x = LEFT + number / last * (WIDTH - LEFT - 10)
        [y] = [down for across, down in spots if across == pytest.approx(x, abs=0.06)]
        assert y == pytest.approx(TOP + (1 - chance) * (HEIGHT - TOP - 26), abs=0.06)
    assert doubled > 4


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_graph_is_told_in_words(match: MatchAnalysis, language: str) -> None:
    told = "".join(ReadBack(game_graph(match.games[0], match, Wording(language))).texts)
    assert {"en": "Triangle: blunder", "ru": "Треугольник"}[language] in told
