import pytest
from hypothesis import given
from hypothesis import strategies as st

from nardy.errors import NardyError
from nardy.server.names import key_of, name_of


@given(st.text(max_size=24))
def test_a_name_that_is_taken_can_be_seen_and_stays_as_it_is(text: str) -> None:
    try:
        name = name_of(text)
    except NardyError:
        return
    assert name.isprintable()
    assert name_of(name) == name
    assert key_of(key_of(name)) == key_of(name)


@pytest.mark.parametrize("text", ["", "  ", "x" * 25, "a\u202eb", "a\u0000b", "\u200b", "\ud800"])
def test_what_cannot_be_seen_is_no_name(text: str) -> None:
    with pytest.raises(NardyError, match="letters that can be seen"):
        name_of(text)


def test_names_that_read_alike_are_one() -> None:
    assert key_of("Straße  1") == key_of("STRASSE 1")
    assert key_of("Ёлка") == key_of("Е\u0308ЛКА")
    assert key_of("Anna") != key_of("Hanna")
