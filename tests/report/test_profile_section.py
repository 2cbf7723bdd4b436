import pytest
from tests.report.read_back import ReadBack

from nardy.report import MatchAnalysis, PlayerProfile, PlayPart, player_profile
from nardy.report.player_profile import differences_of
from nardy.report.profile_section import part_name, profile_section, profile_sentences
from nardy.report.wording import Wording


def profile_of(parts: tuple[PlayPart, ...]) -> PlayerProfile:
    total = PlayPart("Anna", tuple(loss for one in parts for loss in one.losses))
    halves = PlayPart("a", total.losses[:40]), PlayPart("b", total.losses[40:])
    return PlayerProfile("Anna", total, {"plan": parts}, halves, differences_of({"plan": parts}))


LEAKY = profile_of((PlayPart("attack", (0.1, 0.12) * 20), PlayPart("race", (0.0, 0.02) * 20)))


def test_leaks_and_strengths_are_told_with_their_numbers() -> None:
    assert list(profile_sentences(LEAKY, Wording("en"))) == [
        "80 decisions in 2 matches; PR 30.0.",
        "Leak: an attack. PR 55.0 over 40 decisions, elsewhere 5.0.",
        "Strength: a race. PR 5.0 over 40 decisions, elsewhere 55.0.",
        "First half of the files: PR 55.0. Second half: PR 5.0.",
        "The play got better.",
    ]
    assert list(profile_sentences(LEAKY, Wording("ru")))[:2] == [
        "80 решений в 2 матчах; PR 30,0.",
        "Слабое место: атака. PR 55,0 за 40 решений, в остальном 5,0.",
    ]


def test_even_play_and_few_decisions_are_said_to_be_so() -> None:
    even = profile_of((PlayPart("attack", (0.1, 0.0) * 20), PlayPart("race", (0.1, 0.0) * 20)))
    told = list(profile_sentences(even, Wording("en")))
    assert told[1] == "No part of the play differs from the rest by more than chance."
    assert told[-1] == "The difference is no larger than chance."
    small = profile_of((PlayPart("attack", (0.1, 0.0)), PlayPart("race", (0.1, 0.0))))
    told = list(profile_sentences(small, Wording("en")))
    assert told[1:] == ["Too few decisions for a comparison."]


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
