"""The parts of an XGID."""

import pytest
from tests.effort import each

from nardy.core.dice import Roll
from nardy.errors import NotationError
from nardy.formats.xgid_fields import Fields, find_code, has_code, read_fields

PLACES = "-b----E-C---eE---c-e----B-"


def test_parts_are_read_in_order() -> None:
    fields = read_fields(f"{PLACES}:2:-1:1:42:3:4:1:5:8")
    assert fields == Fields(PLACES, 2, -1, 1, "42", 3, 4, 1, 5, 8)
    assert fields.roll == Roll(4, 2)


@pytest.mark.parametrize("dice", ["00", "D", "B", "R", "d"])
def test_no_dice_are_no_roll(dice: str) -> None:
    assert read_fields(f"{PLACES}:0:0:1:{dice}:0:0:0:0:10").roll is None


@each("part", range(1, 10))
def test_every_part_must_be_what_it_is(part: int) -> None:
    parts = f"{PLACES}:0:0:1:31:0:0:0:0:10".split(":")
    for spoiled in ("", "x", "1.5", "99999999", "٣"):
        with pytest.raises(NotationError, match=rf"field {part + 1}\b"):
            read_fields(":".join([*parts[:part], spoiled, *parts[part + 1 :]]))


@pytest.mark.parametrize("text", ["XGID=a:b", "see XGID = a:b here", "xgid:a:b", "\nXGID=a:b\n"])
def test_a_code_is_found_by_its_name(text: str) -> None:
    assert has_code(text)
    assert find_code(text) == "a:b"


WHOLE = f"{PLACES}:0:0:1:31:0:0:0:0:10"


@each("name", ["XGID=", "xgid: ", ""])
@each(
    "behind",
    ["", ")", ".", ", which", "</b>", '"', "'", "]", "**", "_", "&nbsp;", ". 8/5!", ").", "\n"],
)
def test_a_code_ends_with_the_digits_of_its_last_part(name: str, behind: str) -> None:
    assert find_code(f"{name}{WHOLE}{behind}") == WHOLE


def test_a_code_twice_in_a_text_is_one() -> None:
    assert find_code(f"Look (XGID={WHOLE}) and <b>XGID={WHOLE}</b>.") == WHOLE


@pytest.mark.parametrize("behind", [":7", "x", ".5", "x:7", "5x"])
def test_a_last_part_that_is_no_number_is_no_end(behind: str) -> None:
    with pytest.raises(NotationError, match=r"field 10|expected 10 parts"):
        read_fields(find_code(f"XGID={WHOLE}{behind}"))


def test_a_bare_code_is_found_by_its_look() -> None:
    assert has_code(f"  {PLACES}:0")
    assert not has_code("24/18 13/11: a fine move")


def test_long_texts_are_not_searched() -> None:
    with pytest.raises(NotationError, match="expected an XGID, got 200,000 characters"):
        find_code("x" * 200_000)
