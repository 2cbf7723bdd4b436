"""The whole page: closed elements, unique ids, no address, and no name that becomes markup."""

import base64
import hashlib
import re
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.formats.matches import read
from tests.report.read_back import ReadBack, small_match

from nardy.bots.neural import NeuralBot
from nardy.formats import sgg
from nardy.report import MatchAnalysis, analyze, page, player_profile

SIZE = 1_000_000
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title></style><b>",
    "' onmouseover='x",
    "&lt;i&gt;",
    "]]>--><!--",
)
ADDRESS = re.compile(r"url\((?!#)|@import|//\w", re.IGNORECASE)
NAMESPACE = "http://www.w3.org/2000/svg"


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_page_is_whole_and_needs_nothing_else(match: MatchAnalysis, language: str) -> None:
    told = page([match], language)
    assert len(told.encode()) < SIZE
    found = ReadBack(told)
    ids = found.values("id")
    assert len(ids) == len(set(ids))
    links = found.values("href")
    assert links
    assert all(link.startswith("#") and link[1:] in ids for link in links)
    assert not ADDRESS.search(told.replace(NAMESPACE, ""))
    assert not {"script", "img", "iframe", "form", "link", "object"} & {*found.elements}
    assert not {name for _, name, _ in found.attributes if name.startswith("on")}
    assert "style" not in {name for _, name, _ in found.attributes}
    assert ("html", "lang", language) in found.attributes
    assert found.elements.count("h1") == 1
    assert found.elements.count("article") == min(20, len(match.mistakes()))


def test_the_policy_allows_the_style_sheet_and_nothing_else(match: MatchAnalysis) -> None:
    told = page([match])
    [style] = re.findall(r"<style>(.*?)</style>", told, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', told)
    assert policy.replace("&#x27;", "'") == (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_stays_a_text(name: str) -> None:
    plain, hostile = _renamed(_small(), "Anna"), _renamed(_small(), name)
    one = page([plain], profile=player_profile([plain], "Anna"), refused=["a"])
    two = page([hostile], profile=player_profile([hostile], name), refused=[name])
    expected, found = ReadBack(one), ReadBack(two)
    assert found.elements == expected.elements
    names = [(tag, attribute) for tag, attribute, _ in found.attributes]
    assert names == [(tag, attribute) for tag, attribute, _ in expected.attributes]
    assert "".join(found.texts).count(name) >= 8


@given(st.text(max_size=20))
def test_any_name_leaves_the_elements_as_they_are(name: str) -> None:
    told = page([_renamed(_small(), name)])
    assert ReadBack(told).elements == _elements()
    assert told.encode()


@cache
def _small() -> MatchAnalysis:
    return small_match()


@cache
def _elements() -> list[str]:
    return ReadBack(page([_renamed(_small(), "Anna")])).elements


def _renamed(match: MatchAnalysis, name: str) -> MatchAnalysis:
    """The same match between players of this name, in a file of this name, with such a tag."""
    record = match.record
    named = replace(
        record,
        match=_Named(record.match, name),
        tags=(("Event", name),),
    )
    return replace(match, record=named, name=name)


class _Named:
    """A match with other names; a match checks its own when it is made."""

    def __init__(self, match: object, name: str) -> None:
        self._match, self.names = match, (name, f"{name}2")

    def __getattr__(self, name: str) -> object:
        return getattr(self._match, name)


def test_several_matches_have_a_section_each() -> None:
    both = [small_match("Anna", "Boris"), small_match("Anna", "Clara", number=2)]
    told = page(both, profile=player_profile(both, "anna"), refused=["x.mat: expected a match"])
    found = ReadBack(told)
    assert len(found.values("id")) == len(set(found.values("id")))
    assert all(link[1:] in found.values("id") for link in found.values("href"))
    text = " ".join(found.texts)
    assert "x.mat: expected a match" in text
    assert "Anna – Clara" in text
    assert "Profile: anna" in text


def test_a_stopped_analysis_says_so() -> None:
    part = replace(_small(), games=_small().games[:1], is_complete=False)
    sentence = "The analysis was stopped: 1 of 2 games are in this report."
    assert sentence in ReadBack(page([part])).texts
    assert sentence not in ReadBack(page([_small()])).texts


def test_the_worst_are_as_many_as_asked_for(match: MatchAnalysis) -> None:
    assert ReadBack(page([match], worst=2)).elements.count("article") == 2
    assert f"2 of {len(match.mistakes())} mistakes" in page([match], worst=2)


def test_what_of_the_file_is_left_out_is_said() -> None:
    record = read(*["31: ??? | 42: ???"] * 4, "      Wins 1 point")
    told = " ".join(ReadBack(page([analyze(record, "x.mat", NeuralBot(0))])).texts)
    place = "Game 1 cannot be followed from line or record 7 of the file on."
    assert f"{place} The rest of it is left out." in told
    assert "Turns that the file lacks: 3. They were assumed from what follows" in told
    later = replace(record.games[0].findings[-1], line=30, unreadable=True)
    more = replace(_small(), record=replace(_small().record, findings=(later,)))
    part = "A part of the file is left out from line or record 30 on."
    assert part in ReadBack(page([more])).texts


def test_a_result_that_is_left_out_leaves_no_rest_out() -> None:
    text = "ann vs. bob\n\nGame 1.  0-0/3\n1\t31:\n1\t31: 8/5, 6/5\n{}"
    lost, cut = (
        ReadBack(page([analyze(sgg.loads(text.format(end)), "x.sgg", NeuralBot(0))])).texts
        for end in ("carl wins 2 points.\n", "2\twhat?\n2\t\t64: 24/14\n")
    )
    place = "Game 1 cannot be followed from line or record 6 of the file on."
    assert place in lost
    assert f"{place} The rest of it is left out." in cut


def test_the_heading_of_a_profile_counts_the_matches_of_the_player() -> None:
    three = [
        small_match("Anna", "Boris"),
        small_match("Anna", "Clara", number=2),
        small_match("Dora", "Clara", number=3),
    ]
    told = page(three, profile=player_profile(three, "Anna"))
    assert "<h1>Anna: 2 matches</h1>" in told
