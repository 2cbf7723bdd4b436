"""OpenID Connect providers, as configured by the operator of the club."""

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

from nardy.errors import MissingExtraError, NardyError

KEYS = ("name", "issuer", "client_id", "secret_file", "secret_env", "id")
# OpenID Connect demands TLS; what stays on this machine cannot be intercepted on the way.
LOOPBACK = ("localhost", "127.0.0.1", "::1")
EXAMPLE = "name=Example, issuer=https://id.example, client_id=nardy, secret_file=/etc/nardy/example"


class ProviderError(NardyError):
    """A provider that is configured wrongly."""


@dataclass(frozen=True, kw_only=True)
class Provider:
    """A configured provider."""

    id: str
    """Used in the paths of this club."""
    name: str
    """The label of the button."""
    issuer: str
    client_id: str
    """The provider's id of this club."""
    secret: str = field(default="", repr=False)
    """'' for a public client, which relies on PKCE alone."""


def read_providers(tables: Iterable[Mapping[str, object]], where: str) -> tuple[Provider, ...]:
    """Providers from the tables of a settings file.

    Raises:
        ProviderError: a provider is configured wrongly.
        MissingExtraError: the required packages are not installed.
    """
    found = [_provider(table, where) for table in tables]
    if found and find_spec("joserfc") is None:
        raise MissingExtraError.of("the packages for sign-in by OpenID Connect", "server")
    for name in ("id", "issuer"):
        if len({getattr(one, name) for one in found}) < len(found):
            raise ProviderError(f"expected providers of different {name}s {where}; name each once")
    return tuple(found)


def tables_from(text: str, where: str) -> list[Mapping[str, object]]:
    """Providers from one line: ';' separates providers, ',' their fields.

    >>> tables_from("name=A, issuer=https://a.example, client_id=x", "here")
    [{'name': 'A', 'issuer': 'https://a.example', 'client_id': 'x'}]
    """
    tables: list[Mapping[str, object]] = []
    for part in filter(str.strip, text.split(";")):
        pairs = [pair.partition("=") for pair in part.split(",") if pair.strip()]
        if not all(sign for _, sign, _ in pairs):
            raise ProviderError(f"expected a provider such as {EXAMPLE!r} {where}")
        tables.append({name.strip(): value.strip() for name, _, value in pairs})
    return tables


def _provider(given: Mapping[str, object], where: str) -> Provider:
    table = {name: text for name, text in given.items() if isinstance(text, str)}
    wrong = [name for name in given if name not in KEYS or name not in table]
    missing = [name for name in KEYS[:3] if not given.get(name)]
    if wrong or missing:
        problem = f"got {wrong[0]!r:.40}" if wrong else f"and {missing[0]} is missing"
        raise ProviderError(
            f"expected a provider with name, issuer, client_id and optionally secret_file or secret_env, "
            f"id, each a text, {problem} {where}"
        )
    if not is_safe(issuer := table["issuer"]):
        expected = f"expected the address of an issuer with https:// {where}"
        raise ProviderError(f"{expected}, got {issuer!r:.80}")
    return Provider(
        id=_id(table, where),
        name=table["name"],
        issuer=issuer,
        client_id=table["client_id"],
        secret=_secret(table, where),
    )


def _id(table: Mapping[str, str], where: str) -> str:
    short_name = table.get("id") or re.sub(r"[^a-z0-9]+", "-", table["name"].lower()).strip("-")
    if not re.fullmatch("[a-z0-9-]{1,40}", short_name):
        raise ProviderError(
            f"expected an id of a to z, 0 to 9 and '-' for the provider {table['name']!r:.40} "
            f"{where}, got {short_name!r:.40}; add id = '...'"
        )
    return short_name


def is_safe(address: str) -> bool:
    """Whether an address is https, or http on this machine.

    >>> is_safe("https://id.example"), is_safe("http://id.example"), is_safe("http://[::1]:8000")
    (True, False, True)
    """
    try:
        parts = urlsplit(address)
        host = parts.hostname
    except ValueError:
        return False
    return bool(host) and (parts.scheme == "https" or (parts.scheme == "http" and host in LOOPBACK))


def _secret(table: Mapping[str, str], where: str) -> str:
    if "secret_file" in table:
        return _secret_in(Path(table["secret_file"]), where)
    if "secret_env" not in table:
        return ""
    if secret := os.environ.get(table["secret_env"], ""):
        return secret
    raise ProviderError(
        f"expected the secret of {table['name']!r:.40} in the environment variable "
        f"{table['secret_env']!r:.60} that is named {where}, and it is not set"
    )


def _secret_in(file: Path, where: str) -> str:
    try:
        secret = file.expanduser().read_text("utf-8").strip()
    except (OSError, ValueError, RuntimeError) as error:
        other = "no such user" if isinstance(error, RuntimeError) else "it is not text"
        reason = getattr(error, "strerror", None) or other
        raise ProviderError(f"expected a secret in {file}, named {where}, got: {reason}") from error
    if not secret:
        raise ProviderError(f"expected a secret in {file}, named {where}, and the file is empty")
    return secret


def tables_in(value: object, where: str) -> list[Mapping[str, object]]:
    """Providers from the tables [[providers]] of a file, or from one line of the environment."""
    if isinstance(value, str):
        return tables_from(value, where)
    try:
        return [dict(one) for one in cast("Iterable[Mapping[str, object]]", value)]
    except (TypeError, ValueError):
        raise ProviderError(f"expected tables [[providers]] {where}, got {value!r:.60}") from None
