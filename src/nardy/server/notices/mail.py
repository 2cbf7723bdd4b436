"""E-mail: one SMTP server, which the settings name, and e-mails without anybody's words.

RFC 5321 (SMTP), RFC 3207 (STARTTLS), RFC 2369 and RFC 8058 (unsubscribing), RFC 3834 (automatic e-mails).
"""

import asyncio
import contextlib
import ipaddress
import re
import smtplib
import ssl
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate

from nardy.server.notices.outcome import SENT, UNKNOWN, Outcome

SECONDS = 10.0
"""For each step of the conversation with the server."""
TLS_PORT = 465
"""Implicit TLS (RFC 8314); on other ports a connection becomes one by STARTTLS."""
MOST_ADDRESS = 254
# Narrower than RFC 5322: no quotes, comments, spaces or letters beyond ASCII, so that no address is
# understood in two ways.
_ADDRESS = re.compile(
    r"[A-Za-z0-9][A-Za-z0-9.!#$&'*+/=?^_{|}~-]{0,63}@"
    r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}"
)


def is_address(text: str) -> bool:
    r"""Whether a text is one e-mail address.

    >>> is_address("anna@mail.example"), is_address("anna@mail.example\nBcc: all@x.example")
    (True, False)
    """
    return len(text) <= MOST_ADDRESS and _ADDRESS.fullmatch(text) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class MailServer:
    """The SMTP server of the settings."""

    host: str
    port: int
    sender: str
    """The address of the club."""
    user: str = ""
    """'' does not sign in."""
    password: str = field(default="", repr=False)

    @property
    def is_loopback(self) -> bool:
        """Whether it runs on this machine, where nobody can listen on the way."""
        if self.host == "localhost":
            return True
        with contextlib.suppress(ValueError):
            return ipaddress.ip_address(self.host).is_loopback
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A letter to one person."""

    to: str = field(repr=False)
    subject: str
    text: str = field(repr=False)
    leave: str = field(repr=False)
    """The address that removes them from all e-mails."""
    id: str
    """The same when it is tried again, so that mail programs show it once."""


def message_of(letter: Letter, sender: str) -> EmailMessage:
    """The message as it is sent.

    Raises:
        ValueError: a header has more than one line, or it is no address of one person.
    """
    if not is_address(letter.to):
        raise ValueError("expected the address of one person")
    message = EmailMessage(policy=SMTP)
    message["From"] = sender
    message["To"] = letter.to
    message["Subject"] = letter.subject
    message["Date"] = formatdate()
    message["Message-ID"] = f"<nardy-{letter.id}@{_domain_of(sender)}>"
    message["Auto-Submitted"] = "auto-generated"
    message["List-Unsubscribe"] = f"<{letter.leave}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    # Seven bits: not every server takes eight (RFC 6152).
    message.set_content(letter.text, cte="quoted-printable")
    return message


def _domain_of(address: str) -> str:
    return address.rpartition("@")[2]


class MailSender:
    """Sends e-mails, one after another."""

    def __init__(
        self, server: MailServer, trust: Callable[[], ssl.SSLContext] = ssl.create_default_context
    ) -> None:
        """*trust* makes the context that checks the server's certificate."""
        self._server, self._trust = server, trust
        self._lock = asyncio.Lock()

    async def send(self, letter: Letter) -> Outcome:
        """Hand a letter to the server."""
        async with self._lock:
            return await asyncio.to_thread(self._send, letter)

    def _send(self, letter: Letter) -> Outcome:
        try:
            message = message_of(letter, self._server.sender)
        except ValueError:
            return Outcome("failed", "letter")
        try:
            line = self._connect()
        except (smtplib.SMTPException, OSError) as error:
            # Nothing of the letter was sent. The text of an error may name addresses, its kind does not.
            return _early(error)
        try:
            return self._handed(line, letter.to, message.as_bytes(policy=SMTP))
        finally:
            with contextlib.suppress(smtplib.SMTPException, OSError):
                line.close()

    def _connect(self) -> smtplib.SMTP:
        server, domain = self._server, _domain_of(self._server.sender)
        if server.port == TLS_PORT:
            line: smtplib.SMTP = smtplib.SMTP_SSL(
                server.host, server.port, domain, timeout=SECONDS, context=self._trust()
            )
        else:
            line = smtplib.SMTP(server.host, server.port, domain, timeout=SECONDS)
        try:
            line.ehlo_or_helo_if_needed()
            # On this machine nobody can listen on the way, and a local certificate is seldom valid.
            if not isinstance(line, smtplib.SMTP_SSL) and not server.is_loopback:
                line.starttls(context=self._trust())
                line.ehlo()
            if server.user:
                line.login(server.user, server.password)
        except BaseException:
            line.close()
            raise
        return line

    def _handed(self, line: smtplib.SMTP, to: str, text: bytes) -> Outcome:
        try:
            for code, _ in (line.mail(self._server.sender), line.rcpt(to)):
                if code not in (250, 251):
                    return _refused(code)
        except (smtplib.SMTPException, OSError) as error:
            return _early(error)
        try:
            code, _ = line.data(text)
        except smtplib.SMTPDataError as error:
            return _refused(error.smtp_code)
        except (smtplib.SMTPException, OSError):
            # The server may have taken the letter before the line was lost.
            return Outcome("failed", UNKNOWN)
        return SENT if code == 250 else _refused(code)


def _refused(code: int) -> Outcome:
    """An answer of the server: 4xx may be tried again, 5xx not (RFC 5321, 4.2.1)."""
    return Outcome("later" if 400 <= code < 500 else "failed", f"smtp {code}")


def _early(error: Exception) -> Outcome:
    """An error before the letter itself was sent."""
    if isinstance(error, smtplib.SMTPResponseException):
        return _refused(error.smtp_code)
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return Outcome("failed", "no TLS or sign-in")
    return Outcome("later", "unreachable")
