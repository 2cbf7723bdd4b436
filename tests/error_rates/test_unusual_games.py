"""Unusual games: a helped game is found, and chance names no more games than it says."""

import random
import time
from dataclasses import replace

import pytest

from nardy.error_rates.unusual_games import (
    FEWEST_DECISIONS,
    FEWEST_GAMES,
    OWN_LIMIT,
    TIMES_LIMIT,
    GameMeasure,
    unusual_games,
)


def a_club(seed: int, people: int = 12, games: int = 25) -> list[GameMeasure]:
    """Honest people of several strengths; each decision loses nothing or a skewed amount."""
    source, found = random.Random(seed), list[GameMeasure]()
    for person in range(people):
        skill = source.lognormvariate(-3, 0.4)
        for number in range(games):
            decisions, hard = source.randrange(FEWEST_DECISIONS, 40), source.lognormvariate(0, 0.3)
            losses = (
                source.expovariate(1 / (skill * hard)) if source.random() < 0.5 else 0.0
                for _ in range(decisions)
            )
            found.append(
                GameMeasure(
                    who=f"p{person}",
                    room=f"r{person}-{number}",
                    game="long-nardy",
                    ended_at=number,
                    decisions=decisions,
                    lost=sum(losses),
                    spread=source.lognormvariate(-0.2, 0.2),
                )
            )
    return found


def test_a_game_with_the_errors_of_an_engine_is_found_with_its_figures() -> None:
    club = a_club(1)
    club[30] = replace(club[30], lost=0.002 * club[30].decisions)
    told = unusual_games(club)
    first = told.found[0]
    assert (first.measure, first.kinds) == (club[30], ("errors",))
    assert first.own
    assert first.others
    assert first.own.value == pytest.approx(0.002)
    assert first.own.games == 24
    assert first.others.games == 11 * 25
    assert first.own.usual > 5 * first.own.value
    assert first.chance == first.own.chance < OWN_LIMIT
    assert told.compared == len(club)


def test_even_times_are_found_without_any_error_rate() -> None:
    club = a_club(2)
    club[5] = replace(club[5], spread=0.02)
    club[6] = replace(club[6], spread=0.0)
    found = {one.measure.room: one for one in unusual_games(club).found}
    for room in (club[5].room, club[6].room):
        assert "times" in found[room].kinds
        times = found[room].times
        assert times
        assert times.chance < TIMES_LIMIT
        assert times.usual == pytest.approx(0.82, abs=0.1)


def test_of_honest_games_no_more_are_named_than_it_says() -> None:
    named = promised = 0.0
    for seed in range(20):
        told = unusual_games(a_club(seed))
        named, promised = named + len(told.found), promised + told.by_chance
    assert 0 < named < promised
    assert promised == pytest.approx(20 * 300 * (OWN_LIMIT + TIMES_LIMIT))


def test_a_large_club_is_looked_through_in_a_second() -> None:
    """The work for each game does not grow with the number of games."""
    club = a_club(6, people=4)
    some = [
        replace(one, who=f"{one.who}-{n}", room=f"{one.room}-{n}")
        for one in club
        for n in range(50)
    ]
    before = time.process_time()
    assert unusual_games(some).compared == 5_000
    assert time.process_time() - before < 3


def test_who_always_plays_well_is_not_unlike_themselves() -> None:
    club = a_club(3)
    strong = [replace(one, lost=one.lost / 20) if one.who == "p4" else one for one in club]
    assert sum(one.measure.who == "p4" for one in unusual_games(strong).found) <= 1


def test_a_good_game_of_a_weak_player_is_none_if_others_play_so_every_day() -> None:
    club = a_club(4)
    weak = [replace(one, lost=one.lost * 20) if one.who == "p4" else one for one in club]
    place = next(place for place, one in enumerate(weak) if one.who == "p4")
    usual = sorted(one.rate for one in club)[len(club) // 2]
    weak[place] = replace(weak[place], lost=usual * weak[place].decisions)
    assert weak[place].room not in {one.measure.room for one in unusual_games(weak).found}


def test_few_games_short_games_and_other_games_tell_nothing() -> None:
    club = a_club(5, people=2, games=FEWEST_GAMES)
    club[0] = replace(club[0], lost=0.0, spread=None)
    assert unusual_games(club).found == []
    assert unusual_games(club).by_chance < 1
    club = a_club(1)
    club[30] = replace(club[30], lost=0.0, decisions=FEWEST_DECISIONS - 1)
    told = unusual_games(club)
    assert club[30].room not in {one.measure.room for one in told.found}
    assert told.compared == len(club) - 1
    club[30] = replace(club[30], decisions=30, game="backgammon")
    assert club[30].room not in {one.measure.room for one in unusual_games(club).found}
