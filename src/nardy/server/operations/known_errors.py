"""Failures of the database in the log: one sentence for the operator, no traceback."""

import logging

from nardy.server.errors import StoreError


class SentenceOfStoreError(logging.Filter):
    """Replaces the traceback of a database that failed by its sentence: nothing in the program is to be mended."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, StoreError):
            record.msg, record.args = f"{record.getMessage()}: {error}", ()
            record.exc_info = record.exc_text = None
        return True


def log_as_text() -> None:
    """Write warnings and worse to standard error as Python does without a configuration, but for such tracebacks."""
    if logging.lastResort and not logging.lastResort.filters:
        logging.lastResort.addFilter(SentenceOfStoreError())
