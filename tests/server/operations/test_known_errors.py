import io
import json
import logging

import pytest

from nardy.server.errors import StoreError
from nardy.server.operations.json_logs import log_as_json
from nardy.server.operations.known_errors import SentenceOfStoreError, log_as_text


def told(error: Exception) -> str:
    """What is written of a round that failed."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.addFilter(SentenceOfStoreError())
    record = logging.LogRecord(
        "nardy.test",
        logging.ERROR,
        __file__,
        1,
        "round %d failed",
        (7,),
        (type(error), error, None),
    )
    handler.handle(record)
    return out.getvalue()


def test_a_database_that_fails_is_one_line() -> None:
    assert told(StoreError("the disk is full")) == "round 7 failed: the disk is full\n"


def test_all_else_has_its_traceback() -> None:
    assert told(ZeroDivisionError("x")) == "round 7 failed\nZeroDivisionError: x\n"


def test_the_text_and_the_json_of_the_club_have_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    last = logging.StreamHandler()
    monkeypatch.setattr(logging, "lastResort", last)
    log_as_text()
    log_as_text()
    assert len(last.filters) == 1
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    try:
        log_as_json()
        error = StoreError("the disk is full")
        logging.getLogger("nardy.test").error("a round failed", exc_info=error)
    finally:
        logging.captureWarnings(capture=False)
        root.handlers, root.level = before, level
    line = json.loads(capsys.readouterr().err)
    assert line["message"] == "a round failed: the disk is full"
    assert "error" not in line
