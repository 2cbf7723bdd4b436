"""The layout is frozen: whoever changes it must raise its version, and say so here."""

import hashlib

from nardy.kernel import layout

FROZEN = {
    1: "b226315a80ee858d",
    # MID_IN_ORDER tells cascades from plain doubles.
    2: "9fb29ab16774e9fe",
}


def test_the_numbers_of_a_version_do_not_change() -> None:
    numbers = sorted(
        f"{name}={value}"
        for name, value in vars(layout).items()
        if name.isupper() and isinstance(value, int) and not name.startswith("FRAME_")
    )
    fields = [cls._fields for cls in (layout.Rows, layout.Finals, layout.Choices)]
    digest = hashlib.sha256(f"{numbers} {fields}".encode()).hexdigest()[:16]
    assert FROZEN.get(layout.LAYOUT_VERSION) == digest


def test_indices_of_one_array_are_all_different() -> None:
    for prefix in ("RULES_", "MID_", "FRAME_", "MOVE_"):
        indices = [
            value
            for name, value in vars(layout).items()
            if name.startswith(prefix) and not name.endswith("_SIZE")
        ]
        assert sorted(indices) == list(range(len(indices)))
