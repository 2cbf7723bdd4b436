"""Scopes of API tokens."""

from collections.abc import Iterable
from typing import Literal, get_args

from nardy.server.errors import RefusedError

Scope = Literal["play", "read"]
SCOPES: tuple[Scope, ...] = get_args(Scope)


def scopes_of(asked: Iterable[Scope]) -> frozenset[Scope]:
    """The scopes of a token; 'play' includes 'read'.

    >>> sorted(scopes_of(["play"]))
    ['play', 'read']

    Raises:
        RefusedError: *asked* is empty.
    """
    found = frozenset(asked)
    if not found:
        message = "expected a scope of the token ('play' or 'read'), got none; choose one"
        raise RefusedError("token-scopes", message)
    return frozenset[Scope]({*found, "read"})
