"""The log as lines of JSON, without what is private."""

import json
import logging
import os
import re
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from ipaddress import ip_address

from nardy.server.operations.known_errors import SentenceOfStoreError
from nardy.version import __version__


def log_as_json() -> None:
    """Write all records of this process, warnings and worse, as lines of JSON to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(SentenceOfStoreError())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.captureWarnings(capture=True)


class JsonFormatter(logging.Formatter):
    """A record as one line: at, level, logger, message, version, process; room and error where there are any."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_private(record.getMessage()),
            "version": __version__,
            "process": os.getpid(),
        }
        if room := getattr(record, "room", None):
            line["room"] = room
        if record.exc_info:
            line["error"] = without_private(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def without_private(text: str) -> str:
    """The text without what could be a network address, an e-mail address, a token or a seed.

    >>> without_private("anna@example.org at 192.0.2.7:80 with fe80::1")
    '<e-mail> at <address>:80 with <address>'
    """
    for pattern, hide in _PRIVATE:
        text = pattern.sub(hide, text)
    return text


def _hidden_address(found: re.Match[str]) -> str:
    try:
        ip_address(found[0])
    except ValueError:
        return found[0]  # a time, or a word with colons
    return "<address>"


_PRIVATE: Sequence[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]] = (
    (re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"), "<e-mail>"),
    # Tokens have 43 characters and seeds 64; ids of rooms have 12.
    (re.compile(r"[A-Za-z0-9_-]{40,}"), "<secret>"),
    (re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b"), "<address>"),
    (re.compile(r"(?<![\w:])[0-9A-Fa-f:]*:[0-9A-Fa-f:]*:[0-9A-Fa-f:]*"), _hidden_address),
)
