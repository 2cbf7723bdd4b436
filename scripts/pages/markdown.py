"""Small parts of a Markdown page."""

import re
from collections.abc import Iterable, Sequence

GENERATED = "<!-- Written by scripts/docs; change what it is made from. -->"


def page(title: str, *parts: str) -> str:
    """A page with its title; parts are set apart by an empty line."""
    return (
        "\n\n".join([GENERATED, f"# {title}", *(part.strip("\n") for part in parts if part)]) + "\n"
    )


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; bars inside a cell are escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines)


def code(text: str, language: str = "text") -> str:
    """A block that is shown as it is."""
    return f"```{language}\n{text}\n```"


def bullets(lines: Iterable[str]) -> str:
    """A list."""
    return "\n".join(f"- {line}" for line in lines)


def literal(values: Iterable[str]) -> str:
    """Values in the type of code: `on`, `off`."""
    return ", ".join(f"`{value}`" for value in values)


def demoted(text: str, levels: int) -> str:
    """The same text with its headings so many levels deeper; code blocks stay as they are."""
    parts = re.split(r"(^```.*?^```)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(
        part
        if part.startswith("```")
        else re.sub(r"^(#+ )", "#" * levels + r"\1", part, flags=re.MULTILINE)
        for part in parts
    )


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
