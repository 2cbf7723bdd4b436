"""HTML elements from strings: every string is escaped, unless an element or a drawing made it.

Names of players come from files, so no string may become an element by accident. `Markup` marks what is
HTML already; only `tag`, `drawing` and `joined` make it.
"""

import re
from collections.abc import Iterable
from html import escape

# Control characters are errors in HTML, and lone surrogates (undecodable file names) have no encoding.
# Signs that turn the direction of writing would let a name reorder the text around it.
_UNSAFE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_VOID = frozenset({"meta", "br"})
AttributeValue = str | int | bool | None


class Markup(str):
    """HTML, to be inserted as it is."""

    __slots__ = ()


def tag(name: str, /, *content: str, **attributes: AttributeValue) -> Markup:
    """One element; underscores in names of attributes become hyphens; None, False and "" leave one out.

    >>> tag("p", "a < b ", tag("b", "c"), class_="note", title='"')
    '<p class="note" title="&quot;">a &lt; b <b>c</b></p>'
    """
    given = "".join(
        f" {key.rstrip('_').replace('_', '-')}{_assigned(value)}"
        for key, value in attributes.items()
        if not (value is None or value is False or value == "")
    )
    closing = "" if name in _VOID else f"</{name}>"
    return Markup(f"<{name}{given}>{joined(content)}{closing}")


def joined(parts: Iterable[str], between: str = "") -> Markup:
    """Parts one after another, each escaped unless it is markup."""
    return Markup(text(between).join(map(text, parts)))


def text(content: str) -> Markup:
    """A string as HTML: markup as it is, all else escaped.

    >>> text("<i>"), text(Markup("<i>"))
    ('&lt;i&gt;', '<i>')
    """
    if isinstance(content, Markup):
        return content
    return Markup(escape(_UNSAFE.sub("\N{REPLACEMENT CHARACTER}", content)))


def drawing(svg: str) -> Markup:
    """A drawing of `nardy.render`, which escapes its own texts."""
    return Markup(svg)


def _assigned(value: AttributeValue) -> str:
    return "" if value is True else f'="{text(str(value))}"'
