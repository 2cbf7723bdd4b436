from nardy.render.ink import INKS, RESET, Span, painted


def test_colors_are_of_the_256_that_terminals_share() -> None:
    assert all(0 <= code < 256 for code in INKS.values())


def test_every_colored_span_ends_its_color() -> None:
    line = [Span("a", "white", "field", is_bold=True), Span("b")]
    assert painted(line, color=True) == f"\x1b[1;38;5;231;48;5;180ma{RESET}b"


def test_without_color_there_is_none() -> None:
    assert painted([Span("a", "white"), Span("  ", "", "field")], color=False) == "a"
