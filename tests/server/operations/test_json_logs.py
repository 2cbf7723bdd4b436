import json
import logging
import os
import subprocess
import sys

import pytest

from nardy.server.operations.json_logs import JsonFormatter, without_private
from nardy.version import __version__


def record(message: str, *values: object, **more: object) -> logging.LogRecord:
    made = logging.LogRecord("nardy.x", logging.WARNING, "x.py", 1, message, values, None)
    vars(made).update(more)
    return made


def test_a_record_is_one_line_with_its_room() -> None:
    line = JsonFormatter().format(record("a bot\ncould not act in %s", "r", room="r"))
    assert "\n" not in line
    told = json.loads(line)
    assert told.pop("at").endswith("+00:00")
    assert told == {
        "level": "warning",
        "logger": "nardy.x",
        "message": "a bot\ncould not act in r",
        "version": __version__,
        "process": os.getpid(),
        "room": "r",
    }


def test_an_error_is_told_without_what_is_private() -> None:
    error = ValueError("from 192.0.2.7, " + "k" * 43)
    told = json.loads(JsonFormatter().format(record("failed", exc_info=(ValueError, error, None))))
    assert told["error"] == "ValueError: from <address>, <secret>"
    assert "room" not in told


@pytest.mark.parametrize(
    "private",
    ["198.51.100.23", "2001:db8::7", "::1", "fe80:0:0:0:1:2:3:4", "a.b+c@example.org", "5e" * 32],
)
def test_what_is_private_is_hidden(private: str) -> None:
    told = without_private(f"before {private} after ({private})")
    assert private not in told
    assert told.startswith("before <")
    assert " after (<" in told


@pytest.mark.parametrize(
    "text",
    ["at 12:34:56", "room Kx_9-aBcDeF1", "nardy::serve", "version 0.3.0", "a: b: c", "24/18 13/11"],
)
def test_all_else_stays(text: str) -> None:
    assert without_private(text) == text


def test_records_of_every_library_become_lines() -> None:
    # In a Python of its own: other tests leave loggers of uvicorn as they need them.
    code = """
import logging
from nardy.server.operations.json_logs import log_as_json
log_as_json()
logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
logging.getLogger("uvicorn.error").info("nobody reads this")
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    (line,) = told.stderr.splitlines()
    assert json.loads(line)["message"] == "Invalid HTTP request received."
