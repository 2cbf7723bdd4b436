"""Values of JSON that may be anything."""

import pytest

from nardy.formats.bgf.values import listed, mapped, number_of, objects, text_of, whole_of


@pytest.mark.parametrize("value", [None, 3, "x", True])
def test_other_values_are_nothing(value: object) -> None:
    assert (listed(value), mapped(value), objects([value])) == ([], {}, [])
    assert whole_of({"a": value}, "a") == (3 if value == 3 else 0)


def test_texts_are_one_line() -> None:
    assert text_of({"a": " ann\n smith "}, "a") == "ann smith"
    assert text_of({"a": 3}, "a") == text_of({}, "a") == ""


@pytest.mark.parametrize(
    ("value", "number"),
    [("0.5", 0.5), (2, 2.0), ("-999.00000000", None), ("nan", None), ("x", None), ([], None)],
)
def test_numbers_are_texts(value: object, number: float | None) -> None:
    assert number_of({"a": value}, "a") == number


def test_a_number_too_large_is_none() -> None:
    assert number_of({"a": 10**400}, "a") is None
