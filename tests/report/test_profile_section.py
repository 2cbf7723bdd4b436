import pytest
from tests.report.read_back import ReadBack

from nardy.error_rates.rates import LossCount
from nardy.report import MatchAnalysis, PlayerProfile, PlayPart, player_profile
from nardy.report.player_profile import differences_of
from nardy.report.profile_section import part_name, profile_section, profile_sentences
from nardy.report.wording import Wording


def profile_of(parts: tuple[PlayPart, ...]) -> PlayerProfile:
    """Of twice as many games, since the losses of the parts come one after the other."""
    games = tuple(game for one in parts for game in one.games)
    total, middle = PlayPart("Anna", games), len(games) // 2
    halves = PlayPart("a", games[:middle]), PlayPart("b", games[middle:])
    return PlayerProfile("Anna", total, {"plan": parts}, halves, differences_of({"plan": parts}))


def part(name: str, *lost: float) -> PlayPart:
    """Twenty games of ten decisions."""
    return PlayPart(name, tuple(LossCount(10, loss) for loss in lost) * (20 // len(lost)))


LEAKY = profile_of((part("attack", 1.0, 1.2), part("contact", 0.5, 0.7), part("race", 0.0, 0.2)))


def test_leaks_and_strengths_are_told_with_their_numbers() -> None:
    assert list(profile_sentences(LEAKY, Wording("en"))) == [
        "600 decisions in 2 matches; PR 30.0.",
        "Leak: an attack. PR 55.0 over 200 decisions, elsewhere 17.5.",
        "Strength: a race. PR 5.0 over 200 decisions, elsewhere 42.5.",
        "First half of the files: PR 46.7. Second half: PR 13.3.",
        "The play got better.",
    ]
    assert list(profile_sentences(LEAKY, Wording("ru")))[:2] == [
        "600 решений в 2 матчах; PR 30,0.",
        "Слабое место: атака. PR 55,0 за 200 решений, в остальном 17,5.",
    ]


def test_even_play_and_few_games_are_said_to_be_so() -> None:
    even = profile_of((part("attack", 0.6, 0.4), part("race", 0.6, 0.4)))
    told = list(profile_sentences(even, Wording("en")))
    assert told[1] == "No part of the play differs from the rest by more than chance."
    assert told[-1] == "The difference is no larger than chance."
    few = tuple(PlayPart(name, (LossCount(90, 1.0),) * 4) for name in ("attack", "race"))
    told = list(profile_sentences(profile_of(few), Wording("en")))
    assert told[1:] == ["Too few games for a comparison."]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_part_has_a_word(match: MatchAnalysis, language: str) -> None:
    profile, words = player_profile([match], "Anna"), Wording(language)
    for facet, parts in profile.facets.items():
        for one in parts:
            told = part_name(facet, one.name, words)
            assert told
            assert language == "en" or told != one.name
    assert part_name("game", "house-game", words) == "house-game"


def test_the_section_has_a_row_for_every_part(match: MatchAnalysis) -> None:
    profile = player_profile([match, match], "Anna")
    found = ReadBack(profile_section(profile, Wording("en")))
    divided = [parts for parts in profile.facets.values() if len(parts) > 1]
    rows = sum(len(parts) + 1 for parts in (*divided, profile.matches))
    assert found.elements.count("tr") == rows
