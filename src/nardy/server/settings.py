"""Settings of the club, from flags, the environment (NARDY_PORT=...) and a TOML file."""

import contextlib
import os
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from functools import partial
from ipaddress import IPv6Address
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

from nardy.errors import NardyError
from nardy.server.accounts.oidc.providers import Provider, read_providers, tables_from, tables_in
from nardy.server.notices.mail import MailServer, is_address
from nardy.server.protocol.hosting import (
    MOST_ACCENT,
    MOST_LEVELS,
    MOST_NAME,
    MOST_RULES,
    MOST_WORDS,
    ClubWords,
)
from nardy.server.store.database.address import Database, read_database

MOST_PORT = 65_535
MOST_RATED = 1_000
MOST_WORKERS = 64
SWITCHES = ("invited", "rated_same_place", "no_notices")
"""Boolean settings."""


class SettingsError(NardyError):
    """A setting does not exist or has an invalid value."""


def default_database() -> Path:
    """The database file if none is set, by the XDG base directories."""
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(data).expanduser() / "nardy" / "club.db"


@dataclass(frozen=True, kw_only=True)
class Settings:
    host: str = "127.0.0.1"
    """The address to listen on; 0.0.0.0 accepts connections from the whole network."""
    port: int = 8080
    database: Database
    """The SQLite file, or the address of a database of PostgreSQL."""
    origin: str = ""
    """The public address behind a proxy, such as https://nardy.example."""
    games: Path | None = None
    """The folder with the club's own game files."""
    invited: bool = False
    """Whether only members of a private group may play."""
    rated_a_day: int = 5
    """Most rated games of the same two players within 24 hours; 0 is no limit."""
    rated_same_place: bool = False
    """Whether two accounts from one address or browser may play each other for a rating."""
    workers: int = 0
    """Processes that think for the club; 0 leaves it to threads of the club."""
    mail_server: str = ""
    """The SMTP server for notices, such as mail.example.org:587; '' sends no e-mail."""
    mail_from: str = ""
    """The sender of the e-mails."""
    mail_user: str = ""
    """'' does not sign in at the server."""
    mail_password_file: Path | None = None
    """The file with the password."""
    no_notices: bool = False
    """Whether notices stay in the outbox, as in a copy of a club that somebody tries."""
    push_service: str = ""
    """The origin of a push service of one's own, which may be at any address; others must be public."""
    club_name: str = ""
    """The name of the club, in the header of its page; the admins' page may change this and the next seven."""
    welcome: str = ""
    """Words on the first page."""
    announcement: str = ""
    """Words on every page."""
    club_rules: Path | None = None
    """A text file with the club's own rules."""
    club_logo: Path | None = None
    """A PNG or WebP of at most 256 kB."""
    accent: str = ""
    """The color of buttons."""
    default_game: str = ""
    """The id of the game that is offered first."""
    default_levels: str = ""
    """The level of bots that is offered first, also by game."""
    metrics: str = ""
    """The address of the metrics, such as 9108 or 127.0.0.1:9108; '' serves none."""
    metrics_secret: Path | None = None
    """A file with the secret that a request for metrics must name."""
    relay: str = ""
    """The address of this process for the others of the club, such as 127.0.0.1:9200; '' is a club of one process."""
    relay_secret: Path | None = None
    """A file with the secret that these share."""
    log: str = "text"
    """The form of the log: text or json."""
    providers: tuple[Provider, ...] = ()
    """The OpenID Connect providers through which people can sign in."""

    @property
    def words(self) -> ClubWords:
        """The club's words about itself.

        Raises:
            SettingsError: the file with its rules cannot be read, or is too long.
        """
        rules = _text_in(self.club_rules, "the club's rules") if self.club_rules else ""
        if len(rules) > MOST_RULES:
            expected = f"expected at most {MOST_RULES:,} characters in {self.club_rules}"
            raise SettingsError(f"{expected}, got {len(rules):,}; shorten it")
        return ClubWords(
            self.club_name,
            self.welcome,
            self.announcement,
            rules,
            self.accent,
            self.default_game,
            self.default_levels,
        )

    @property
    def logo(self) -> bytes:
        """The bytes of the club's logo; b'' for none.

        Raises:
            SettingsError: the file cannot be read.
        """
        return _bytes_in(self.club_logo, "the club's logo") if self.club_logo else b""

    @property
    def mail(self) -> MailServer | None:
        """The SMTP server, with its password; None for a club without e-mail.

        Raises:
            SettingsError: something that it needs is missing, or the password cannot be read.
        """
        if not self.mail_server:
            return None
        if not is_address(self.mail_from) or not self.origin:
            raise SettingsError(
                "expected an e-mail address as the setting 'mail_from', and the club's public address as "
                "'origin', since 'mail_server' is set; e-mails name both"
            )
        host, _, port = self.mail_server.rpartition(":")
        file = self.mail_password_file
        password = _text_in(file, "the password for e-mail").strip() if file else ""
        # smtplib sends nothing else, and would fail at each e-mail.
        if not (self.mail_user + password).isascii():
            raise SettingsError(
                "expected a user and a password for e-mail in ASCII letters, got others in 'mail_user' or "
                f"{file}; choose another password at the mail server"
            )
        return MailServer(
            host=host.strip("[]"),
            port=int(port),
            sender=self.mail_from,
            user=self.mail_user,
            password=password,
        )


def _text_in(file: Path, what: str) -> str:
    try:
        return _bytes_in(file, what).decode("utf-8")
    except ValueError as error:
        raise SettingsError(f"expected {what} in {file}, got: it is not text") from error


def _bytes_in(file: Path, what: str) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise SettingsError(f"expected {what} in {file}, got: {error.strerror}") from error


def _server(text: str) -> str:
    """A server with its port; without one it is that of submission (RFC 6409)."""
    named = re.search(r":(\d+)$", text)
    if named:
        _number(named[1], MOST_PORT)
    return text if named or not text else f"{text}:587"


def _path(text: str) -> Path:
    return Path(text).expanduser()


def _origin(text: str) -> str:
    """The origin as browsers spell it, since the guards compare it with their header `Origin`."""
    if not text:
        return ""
    parts = urlsplit(text)
    host = parts.hostname or ""
    host = f"[{IPv6Address(host)}]" if ":" in host else _ascii_host(host)
    if not host:
        raise ValueError
    port = parts.port
    is_usual = port in (None, {"http": 80, "https": 443}[parts.scheme])
    return f"{parts.scheme}://{host}{'' if is_usual else f':{port}'}"


def _ascii_host(host: str) -> str:
    encoded = host.encode("idna")
    # Python knows IDNA of 2003, which replaces letters that browsers keep: ß by ss.
    if not host.isascii() and encoded.decode("idna") != host:
        raise ValueError
    return encoded.decode("ascii").lower()


def _number(text: str, most: int) -> int:
    if (value := int(text)) > most:
        raise ValueError
    return value


def _switch(text: str) -> bool:
    return text.casefold() in ("on", "true")


_SWITCH = ("on or off", "(?i:on|true|off|false)", _switch)
_READERS: Mapping[str, tuple[str, str, Callable[[str], object]]] = {
    "host": ("an address such as 127.0.0.1", r"[^\s/]+", str),
    "port": (f"a number from 0 to {MOST_PORT}", r"\d+", partial(_number, most=MOST_PORT)),
    "database": (
        "the name of a file, or an address such as postgresql://nardy@localhost/club",
        r"[^\0]+",
        read_database,
    ),
    "invited": _SWITCH,
    "rated_a_day": (f"a number from 0 to {MOST_RATED}", r"\d+", partial(_number, most=MOST_RATED)),
    "rated_same_place": _SWITCH,
    "workers": (f"a number from 0 to {MOST_WORKERS}", r"\d+", partial(_number, most=MOST_WORKERS)),
    "metrics": (
        "a port such as 9108, or an address such as 127.0.0.1:9108",
        r"((\[[0-9A-Fa-f:]+\]|[^\s/:\[\]]+):)?\d{1,5}",
        str,
    ),
    "metrics_secret": ("the name of a file", r"[^\0]+", _path),
    "relay": (
        "an address such as 127.0.0.1:9200",
        r"(?:[^\s/:\[\]]+|\[[0-9A-Fa-f:]+\]):\d{1,5}",
        str,
    ),
    "relay_secret": ("the name of a file", r"[^\0]+", _path),
    "log": ("text or json", "text|json", str),
    "games": ("the name of a folder", r"[^\0]+", _path),
    "mail_server": (
        "nothing, or a server such as mail.example.org:587",
        r"(?:(?:[\w.-]+|\[[0-9a-fA-F:]+\])(?::\d{1,5})?)?",
        _server,
    ),
    "mail_from": ("an e-mail address such as club@example.org", r"(?:[^\s@]+@[^\s@]+)?", str),
    "mail_user": ("the name of a user", r"[^\s]*", str),
    "mail_password_file": ("the name of a file", r"[^\0]+", _path),
    "club_name": (f"at most {MOST_NAME} characters", rf"[^\r\n]{{0,{MOST_NAME}}}", str.strip),
    "welcome": (f"at most {MOST_WORDS} characters", rf"(?s:.{{0,{MOST_WORDS}}})", str.strip),
    "announcement": (f"at most {MOST_WORDS} characters", rf"[^\r\n]{{0,{MOST_WORDS}}}", str.strip),
    "club_rules": ("the name of a text file", r"[^\0]+", _path),
    "club_logo": ("the name of a picture", r"[^\0]+", _path),
    "accent": ("a color such as walnut or #1f5fa8", rf"[\w# ]{{0,{MOST_ACCENT}}}", str.strip),
    "default_game": ("the id of a game such as long-nardy", rf"[\w-]{{0,{MOST_NAME}}}", str),
    "default_levels": (
        "a level such as 3, or 3 long-nardy=5",
        rf"[\w= -]{{0,{MOST_LEVELS}}}",
        str.strip,
    ),
    "no_notices": _SWITCH,
    "push_service": (
        "nothing, or an origin such as https://push.example.org",
        r"(?:https?://[^/\s]+)?",
        str,
    ),
    "origin": (
        "nothing, or an address without a path (https://nardy.example; other letters as xn--)",
        r"(?i:https?://[^\s/?#@\\%]+/*)?",
        _origin,
    ),
}
"""For each setting: its description for error messages, the pattern of its text, and its parser."""


def read_settings(
    flags: Mapping[str, object],
    file: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> Settings:
    """Read the settings; flags win over the environment, and the environment over the file.

    >>> read_settings({"port": "9000"}, environment={"NARDY_PORT": "80"}).port
    9000

    Raises:
        SettingsError: a setting does not exist or has an invalid value.
    """
    given = dict(_from_file(file)) if file else {}
    environment = os.environ if environment is None else environment
    for name in _READERS:
        if (text := environment.get(f"NARDY_{name.upper()}")) is not None:
            given[name] = (text, f"in NARDY_{name.upper()}")
        if flags.get(name) is not None:
            given[name] = (str(flags[name]), f"in --{name}")
    read = {name: _read(name, *source) for name, source in given.items()}
    providers = _providers(flags, file, environment)
    return replace(Settings(database=default_database(), providers=providers), **read)


def _providers(
    flags: Mapping[str, object], file: Path | None, environment: Mapping[str, str]
) -> tuple[Provider, ...]:
    if named := flags.get("provider"):
        where = "in --provider"
        texts = cast("Iterable[str]", named)
        tables = [table for text in texts for table in tables_from(text, where)]
    elif text := environment.get("NARDY_PROVIDERS"):
        where = "in NARDY_PROVIDERS"
        tables = tables_from(text, where)
    elif file:
        where = f"in {file}"
        tables = tables_in(_table(file).get("providers", ()), where)
    else:
        return ()
    return read_providers(tables, where)


def _from_file(file: Path) -> Mapping[str, tuple[str, str]]:
    table = {name: value for name, value in _table(file).items() if name != "providers"}
    known = ", ".join(field.name for field in fields(Settings))
    for name, value in table.items():
        is_plain = isinstance(value, bool if name in SWITCHES else str | int)
        # In Python True is an int: `port = true` must not pass as a number.
        if name not in _READERS or not is_plain or (value is True and name not in SWITCHES):
            raise SettingsError(
                f"expected settings ({known}) in {file}, got {name} = {value!r:.60}"
            )
    return {name: (str(value), f"in {file}") for name, value in table.items()}


def _table(file: Path) -> Mapping[str, object]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SettingsError(f"expected settings as TOML in {file}, got: {reason}") from error


def _read(name: str, text: str, where: str) -> object:
    expected, pattern, reader = _READERS[name]
    # The home of a user that does not exist is a RuntimeError.
    with contextlib.suppress(ValueError, RuntimeError):
        if re.fullmatch(pattern, text):
            return reader(text)
    raise SettingsError(f"expected {expected} as the setting {name!r}, got {text!r:.60} {where}")
