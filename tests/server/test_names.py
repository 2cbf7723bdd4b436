import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.effort import each

from nardy.errors import NardyError
from nardy.server.names import key_of, looks_of, name_of

UNSEEN = ["\u3164", "\u2800 \u115f", "\ufe0f", "Z" + 5 * "\u0301", "ab\u2066c"]


@given(st.text(max_size=24))
def test_a_name_that_is_taken_can_be_seen_and_stays_as_it_is(text: str) -> None:
    try:
        name = name_of(text)
    except NardyError:
        return
    assert name.isprintable()
    assert name_of(name) == name
    assert key_of(key_of(name)) == key_of(name)
    assert looks_of(key_of(name)) == looks_of(name) == looks_of(looks_of(name))


@each("text", ["", "  ", "x" * 25, "a\u202eb", "a\u0000b", "\u200b", "\ud800", *UNSEEN])
def test_what_cannot_be_seen_is_no_name(text: str) -> None:
    with pytest.raises(NardyError, match="visible letters"):
        name_of(text)


def test_names_that_read_alike_are_one() -> None:
    assert key_of("Straße  1") == key_of("STRASSE 1")
    assert key_of("Ёлка") == key_of("Е\u0308ЛКА")
    assert key_of("Anna") != key_of("Hanna")


@pytest.mark.parametrize(
    "text", ["An\u034fna", "Anna\ufe0f", " Anna\u3164", "Anna\u2800", "An\U000e0101na"]
)
def test_what_shows_nothing_makes_no_other_name(text: str) -> None:
    assert name_of(text) == "Anna"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anna", "\u0410nn\u0430"),
        ("BOBA", "\u0412\u041e\u0412\u0410"),
        ("Bill", "B1lI"),
        ("Bob", "B0b"),
        ("Kostas", "\u039a\u03bfst\u03b1s"),
        ("Ёлка", "\u00cbлка"),
    ],
)
def test_names_that_look_alike_look_alike(name: str, other: str) -> None:
    assert key_of(name) != key_of(other)
    assert looks_of(name) == looks_of(other)


def test_names_of_the_same_people_look_different() -> None:
    names = [
        "Anna",
        "Hanna",
        "Анна",
        "Аня",
        "Ваня",
        "Вова",
        "Борис",
        "Boris",
        "Нина",
        "Nina",
        "Лев",
    ]
    assert len(set(map(looks_of, names))) == len(names)
