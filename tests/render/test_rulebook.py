import re
from collections.abc import Iterator

import pytest
from tests.effort import each

from nardy.core.options import OPTIONS, with_options
from nardy.core.rules import Rules
from nardy.core.sources import SOURCES
from nardy.errors import NardyError
from nardy.games import GAMES, find_game
from nardy.games.game_file import parse_game
from nardy.render.rulebook import Sentence, rulebook
from nardy.render.rulebook_articles import SECTIONS
from nardy.render.rulebook_sources import tags

PRESETS = [find_game(f"{rules.id}@{name}") for rules in GAMES.values() for name, _ in rules.presets]
EVERY = [*GAMES.values(), *PRESETS]
CYRILLIC = re.compile("[а-яё]")


def told(rules: Rules, language: str = "en") -> list[str]:
    """The laws, without the list of what differs from the published game."""
    book = rulebook(rules, language)[: len(SECTIONS)]
    return [sentence.text for section in book for sentence in section.sentences]


def readings(name: str, rules: Rules) -> Iterator[tuple[str, ...]]:
    """How the game is told with each value of an option."""
    for value in OPTIONS[name].values:
        changed = with_options(rules, {name: value})
        yield (*told(changed), *told(changed, "ru"))


@each("name", OPTIONS)
def test_every_value_of_every_option_is_told_somewhere(name: str) -> None:
    many = len(OPTIONS[name].values)
    games = (rules for rules in GAMES.values() if OPTIONS[name].stands(rules))
    assert any(len(set(readings(name, rules))) == many for rules in games)


@each("rules", EVERY)
def test_both_languages_tell_the_same_laws(rules: Rules) -> None:
    english, russian = rulebook(rules), rulebook(rules, "ru")
    assert [len(s.sentences) for s in english] == [len(s.sentences) for s in russian]
    assert not any(CYRILLIC.search(text) for text in told(rules))
    assert all(CYRILLIC.search(text) for text in told(rules, "ru"))


@each("rules", EVERY)
def test_every_sentence_has_its_sources_and_no_gap(rules: Rules) -> None:
    for section in rulebook(rules):
        assert section.sentences
        for sentence in section.sentences:
            assert tags(sentence.source), sentence
            assert not re.search(r"[{}]|\b0 points|: \.", sentence.text), sentence
    assert set(SOURCES) >= {"S0", "CLUB"}


@each(("count", "said"), [(1, "по 1 разу"), (2, "по 2 раза"), (5, "по 5 раз"), (6, "по 6 раз")])
@each("since", [1, 3])
def test_a_cascade_is_counted_in_russian(count: int, said: str, since: int) -> None:
    rules = find_game(f"gul-bara,cascade_count={count},cascade_from={since}")
    assert any(f"каскадом: {said} играют" in text for text in told(rules, "ru"))


def test_no_two_games_of_one_family_are_told_alike() -> None:
    alike = {tuple(told(rules)): rules.id for rules in GAMES.values()}
    names = set(alike.values())
    # What differs there is the name, the country and the way of throwing, and no law.
    assert set(GAMES) - names <= {"portes", "plakoto", "tapa"}


def test_a_game_from_a_file_is_told_like_any_other() -> None:
    rules = parse_game(
        'id = "uneven"\nextends = "long-nardy"\nhead_exception = "six_four"\n'
        'start = {white = "24:10,11:5", black = "24:15"}'
    )
    assert "White: 10 on 24 and 5 on 11. Black: 15 on 24." in " ".join(told(rules))
    assert any("6-6 and 4-4 let one more leave it" in text for text in told(rules))


def test_what_differs_from_the_published_game_is_told_at_the_end() -> None:
    last = rulebook(find_game("caucasian@strict"), "ru")[-1]
    assert last.title == "Изменённые правила"
    assert [s.text.split()[1] for s in last.sentences] == ["home_hit=no_hide_no_off;"]
    assert str(Sentence("So it is.", "S1; BK")) == "So it is. [S1; BK]"


def test_a_language_without_words_is_refused() -> None:
    with pytest.raises(NardyError, match="en, ru"):
        rulebook(GAMES["tapa"], "ka")
