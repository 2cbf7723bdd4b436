import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.report.read_back import ReadBack

from nardy.report.markup import Markup, drawing, joined, tag, text

HOSTILE = st.text(st.sampled_from("<>&\"'/=- abpscript!\x00\x1b\u202e\ud800\r\n"), max_size=40)


@given(HOSTILE, HOSTILE, HOSTILE)
def test_no_text_becomes_markup(one: str, two: str, value: str) -> None:
    found = ReadBack(tag("p", one, tag("b", two), title=value))
    assert found.elements == ["p", "b"]
    assert {name for _, name, _ in found.attributes} <= {"title"}


@given(st.text())
def test_what_a_page_cannot_hold_is_replaced_and_all_else_is_read_back(told: str) -> None:
    escaped = text(told)
    escaped.encode()
    if told.isprintable():
        assert "".join(ReadBack(f"<p>{escaped}</p>").texts) == told


def test_attributes_are_left_out_or_stand_alone() -> None:
    assert tag("td", tabindex=0, hidden=True, id=None, class_="") == '<td tabindex="0" hidden></td>'
    assert tag("meta", http_equiv="x") == '<meta http-equiv="x">'


def test_markup_is_not_escaped_twice() -> None:
    once = tag("b", "a & b")
    assert joined([once, "<"], " & ") == "<b>a &amp; b</b> &amp; &lt;"
    assert tag("p", drawing("<svg/>")) == "<p><svg/></p>"
    # A plain string made from markup is a plain string again.
    assert type(once + "<i>") is str


@pytest.mark.parametrize("sign", ["\x00", "\x1b", "\x85", "\u202e", "\u2066", "\udcff"])
def test_signs_that_harm_a_page_are_replaced(sign: str) -> None:
    assert text(f"a{sign}b") == "a\ufffdb"
    assert isinstance(text(sign), Markup)
