"""An SMTP server on this machine (RFC 5321), which takes letters, refuses them or loses the line."""

import base64
import contextlib
import socketserver
import ssl
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import cast


@dataclass
class MailHouse:
    """What came, and how it answers."""

    port: int = 0
    answers: dict[str, str] = field(default_factory=dict)
    """By the first word of a command, what it answers instead; `.` is the end of a letter, '' hangs up."""
    letters: list[tuple[str, list[str], EmailMessage]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    """All commands."""
    tls: ssl.SSLContext | None = None
    is_secure: bool = False
    """Whether TLS begins with the connection instead of by STARTTLS."""


class _Talk(socketserver.StreamRequestHandler):
    house: MailHouse

    def handle(self) -> None:
        self.sender, self.people, self.is_secure = "", [], False
        with contextlib.suppress(OSError, ssl.SSLError, _HungUpError):
            if self.house.is_secure:
                self.secure()
            self.tell("220 house")
            while line := self.rfile.readline().decode("ascii").strip():
                self.house.said.append(line)
                word = line.partition(" ")[0].upper()
                self.tell(self.house.answers.get(word) or self.answer(word, line), word)
                if word == "STARTTLS" and self.house.tls:
                    self.secure()

    def tell(self, answer: str, word: str = "") -> None:
        if word and self.house.answers.get(word) == "":
            raise _HungUpError
        self.wfile.write(f"{answer}\r\n".encode())
        self.wfile.flush()

    def secure(self) -> None:
        assert self.house.tls
        self.connection = self.house.tls.wrap_socket(
            self.connection, server_side=True, do_handshake_on_connect=False
        )
        self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb")
        self.connection.do_handshake()
        self.is_secure = True

    def finish(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            super().finish()
        self.connection.close()

    def answer(self, word: str, line: str) -> str:
        if word == "EHLO":
            offered = ["STARTTLS"] if self.house.tls and not self.is_secure else []
            offered += ["AUTH PLAIN"]
            return "250-house\r\n" + "\r\n".join(f"250-{one}" for one in offered) + "\r\n250 SIZE"
        if word == "AUTH":
            return "235 welcome" if _proof(line) == ["", "club", "secret"] else "535 wrong"
        if word == "MAIL":
            self.sender, self.people = line.partition("<")[2].partition(">")[0], []
        elif word == "RCPT":
            self.people.append(line.partition("<")[2].partition(">")[0])
        elif word == "DATA":
            self.tell("354 go on")
            return self.letter()
        return "220 go on" if word == "STARTTLS" else "250 good"

    def letter(self) -> str:
        lines: list[bytes] = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            # A dot at the beginning of a line is doubled (RFC 5321, 4.5.2).
            lines.append(line[1:] if line.startswith(b".") else line)
        end = self.house.answers.get(".", "250 taken")
        if end.startswith("250") or not end:
            read = message_from_bytes(b"".join(lines), policy=policy.SMTP)
            self.house.letters.append((self.sender, self.people, cast("EmailMessage", read)))
        if not end:
            raise _HungUpError
        return end


class _HungUpError(Exception):
    pass


def _proof(line: str) -> list[str]:
    return base64.b64decode(line.rsplit(maxsplit=1)[-1]).decode().split("\0")


@contextlib.contextmanager
def open_mail_house(
    tls: ssl.SSLContext | None = None, *, is_secure: bool = False
) -> Iterator[MailHouse]:
    house = MailHouse(tls=tls, is_secure=is_secure)
    talk = type("Talk", (_Talk,), {"house": house})

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True
        block_on_close = False

        def handle_error(self, *_: object) -> None:
            pass

    with Server(("127.0.0.1", 0), talk) as server:
        house.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield house
        finally:
            server.shutdown()
            thread.join()
