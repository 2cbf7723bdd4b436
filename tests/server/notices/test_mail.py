import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.notices.certificates import certificate, serving, trusting
from tests.server.notices.mail_server import MailHouse, open_mail_house

from nardy.server.notices import mail
from nardy.server.notices.mail import Letter, MailSender, MailServer, is_address, message_of
from nardy.server.notices.outcome import Outcome

ANNA, CLUB = "anna@mail.example", "club@nardy.example"
LETTER = Letter(
    to=ANNA,
    subject="Ваш ход · nardy",
    text="Сейчас ваш ход.\n.\nhttps://nardy.example/play/r\n",
    leave="https://nardy.example/mail/leave/x",
    id="7-abc",
)


def send(house: MailHouse, letter: Letter = LETTER, host: str = "127.0.0.1", **how: Any) -> Outcome:
    trust = {"trust": how.pop("trust")} if "trust" in how else {}
    server = MailServer(host=host, port=house.port, sender=CLUB, **how)
    return asyncio.run(MailSender(server, **trust).send(letter))


def test_a_letter_comes_as_it_was_written_and_says_how_to_end_it() -> None:
    with open_mail_house() as house:
        assert send(house) == Outcome("sent")
    [(sender, people, letter)] = house.letters
    assert (sender, people) == (CLUB, [ANNA])
    told = {name: letter[name] for name in ("From", "To", "Subject", "Message-ID")}
    assert told == {
        "From": CLUB,
        "To": ANNA,
        "Subject": "Ваш ход · nardy",
        "Message-ID": "<nardy-7-abc@nardy.example>",
    }
    assert letter["List-Unsubscribe"] == "<https://nardy.example/mail/leave/x>"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert letter["Auto-Submitted"] == "auto-generated"
    # SMTP takes a line with a single dot for the end.
    assert letter.get_content().replace("\r\n", "\n") == LETTER.text


@pytest.mark.parametrize(
    ("word", "answer", "outcome"),
    [
        ("EHLO", "", Outcome("later", "unreachable")),
        ("MAIL", "451 later", Outcome("later", "smtp 451")),
        ("RCPT", "450 busy", Outcome("later", "smtp 450")),
        ("RCPT", "550 nobody", Outcome("failed", "smtp 550")),
        ("RCPT", "", Outcome("later", "unreachable")),
        ("DATA", "554 no", Outcome("failed", "smtp 554")),
        (".", "452 full", Outcome("later", "smtp 452")),
        (".", "554 spam", Outcome("failed", "smtp 554")),
        (".", "", Outcome("failed", "unknown")),
    ],
)
def test_it_is_tried_again_only_where_the_server_surely_did_not_take_it(
    word: str, answer: str, outcome: Outcome
) -> None:
    with open_mail_house() as house:
        house.answers[word] = answer
        assert send(house) == outcome
    # Where the line is lost after the letter, it may have been taken: this server took it.
    assert len(house.letters) == (outcome.reason == "unknown")


def test_a_server_that_is_not_there_is_asked_later() -> None:
    with open_mail_house() as house:
        pass
    assert send(house) == Outcome("later", "unreachable")


def test_nothing_is_said_without_tls_on_another_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    # The server is here; to the sender it shall be elsewhere.
    monkeypatch.setattr(mail.MailServer, "is_loopback", property(lambda _: False))
    with open_mail_house() as house:
        outcome = send(house, user="club", password="secret")  # noqa: S106 (of nobody)
    assert outcome == Outcome("failed", "no TLS or sign-in")
    assert [line.split()[0] for line in house.said] == ["ehlo"]


def test_the_certificate_is_checked_before_the_password_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mail.MailServer, "is_loopback", property(lambda _: False))
    good, bad = certificate(tmp_path, "127.0.0.1"), certificate(tmp_path, "other.example")
    sign_in = {"user": "club", "password": "secret"}
    with open_mail_house(serving(good)) as house:
        assert send(house, trust=lambda: trusting(good), **sign_in) == Outcome("sent")
        wrong = {**sign_in, "password": "guess"}
        assert send(house, trust=lambda: trusting(good), **wrong) == Outcome("failed", "smtp 535")
        assert send(house, **sign_in) == Outcome("later", "unreachable")
    assert len(house.letters) == 1
    with open_mail_house(serving(bad)) as house:
        outcome = send(house, trust=lambda: trusting(bad), **sign_in)
    assert outcome == Outcome("later", "unreachable")
    assert not any("auth" in line.casefold() for line in house.said)


def test_the_port_of_tls_is_tls_from_the_start_on_this_machine_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = certificate(tmp_path, "127.0.0.1")
    with open_mail_house(serving(own), is_secure=True) as house:
        monkeypatch.setattr(mail, "TLS_PORT", house.port)
        assert send(house, trust=lambda: trusting(own)) == Outcome("sent")
    assert len(house.letters) == 1


def test_no_log_has_an_address(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with open_mail_house() as house:
        house.answers["RCPT"] = f"550 {ANNA} is unknown"
        send(house)
    assert "anna" not in caplog.text
    assert "anna" not in repr(LETTER)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "anna",
            "anna@",
            "@mail.example",
            "anna@mail",
            "anna@@mail.example",
            "a b@mail.example",
        ),
        *(
            "anna@mail.example\n",
            "anna@mail.example\r\nBcc: x@mail.example",
            "a@mail.example,b@x.example",
        ),
        *("<anna@mail.example>", "anna@mail.example>", '"a"@mail.example', "anna@[127.0.0.1]"),
        *("анна@mail.example", "anna@пример.example", "anna@-mail.example", "-o@mail.example"),
        *(
            "anna@mail.example\0",
            "anna%x@mail.example",
            f"{'a' * 65}@mail.example",
            "a\t@mail.example",
        ),
    ],
)
def test_what_is_not_one_plain_address_is_refused(text: str) -> None:
    assert not is_address(text)
    with open_mail_house() as house:
        letter = Letter(to=text, subject="", text="", leave="", id="1")
        assert send(house, letter) == Outcome("failed", "letter")
    assert house.said == []


@given(st.text(max_size=30), st.text(max_size=30))
def test_whatever_is_taken_for_an_address_stays_on_its_line(before: str, after: str) -> None:
    text = f"{before}@mail.example{after}"
    if is_address(text):
        message = message_of(Letter(to=text, subject="", text="", leave="", id="1"), CLUB)
        assert message.as_bytes().count(b"To: " + text.encode() + b"\r\n") == 1


@pytest.mark.parametrize("text", ["a\nBcc: x@mail.example", "a\r\n\r\nbody", "a\rb"])
def test_a_header_has_one_line(text: str) -> None:
    with open_mail_house() as house:
        letter = Letter(to=ANNA, subject=text, text="", leave="", id="1")
        assert send(house, letter) == Outcome("failed", "letter")
        letter = Letter(to=ANNA, subject="", text="", leave=text, id="1")
        assert send(house, letter) == Outcome("failed", "letter")
    assert house.said == []


def test_a_server_on_this_machine_is_known_by_its_address() -> None:
    hosts = {
        "localhost": True,
        "127.0.0.2": True,
        "::1": True,
        "mail.example": False,
        "10.0.0.1": False,
    }
    for host, is_here in hosts.items():
        assert MailServer(host=host, port=25, sender=CLUB).is_loopback is is_here
