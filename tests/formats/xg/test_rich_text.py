"""Comments in RTF."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nardy.formats.xg.rich_text import plain_text

HEAD = r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fcharset0 Arial;}}{\colortbl;}{\*\generator X;}"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (HEAD + "\x01\x02\\pard\\fs20\\f0 a hard turn\\par\x01\x02}", "a hard turn"),
        (HEAD + r"\'e9t\'e9 \{x\}\\ y\par z}", "été {x}\\ y\nz"),
        (HEAD + r"\uc1 \u1093?\u1086?\u1076? here}", "ход here"),
        (HEAD + r"\u-10180?\u-9088?!}", "🂀!"),
        ("plain \x01\x02words", "plain \nwords"),
        ("", ""),
    ],
)
def test_the_text_is_kept(text: str, plain: str) -> None:
    assert plain_text(text) == plain


@given(st.text(alphabet="\\{}'u*parfonttbl09? \x01\x02é", max_size=60))
def test_any_text_is_taken(text: str) -> None:
    plain = plain_text("{\\rtf1" + text)
    assert plain == plain.encode().decode().strip()
