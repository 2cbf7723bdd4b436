"""Renamed paths: the old one answers for one version, marked deprecated."""

from collections.abc import Iterable
from copy import deepcopy

from litestar.datastructures import ResponseHeader
from litestar.handlers import HTTPRouteHandler

RENAMED = {"/api/groups": "/api/circles"}
"""New prefix of a path: old prefix."""
SINCE = ResponseHeader(name="Deprecation", value="@1795392000")
"""2026-11-23 in seconds since 1970, as RFC 9745 writes it."""


def at_old_paths(handlers: Iterable[HTTPRouteHandler]) -> list[HTTPRouteHandler]:
    """Copies of the handlers of renamed paths, at the old paths; OpenAPI marks them deprecated."""
    copies: list[HTTPRouteHandler] = []
    for handler in handlers:
        for new, old in RENAMED.items():
            paths = {old + path.removeprefix(new) for path in handler.paths if path.startswith(new)}
            if paths:
                copy = deepcopy(handler)
                copy.paths, copy.deprecated = paths, True
                copy.response_headers = (SINCE,)
                copies.append(copy)
    return copies
