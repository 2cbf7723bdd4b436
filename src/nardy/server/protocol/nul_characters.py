"""The character NUL, which no text of a message has: PostgreSQL cannot store it."""

import re

# In JSON it is always escaped. Two backslashes are one, behind which u0000 is plain letters.
_ESCAPED = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


def has_nul(text: str | bytes) -> bool:
    r"""Whether a text of JSON has a NUL.

    >>> has_nul(r'{"name": "a\u0000"}'), has_nul(r'{"name": "a\\u0000"}')
    (True, False)
    """
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return b"\\u0000" in data and _ESCAPED.search(data) is not None
