import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.effort import each

from nardy.server.accounts.passwords import (
    CODES,
    Passwords,
    code_of,
    needs_new_hash,
    new_codes,
    require_good,
)
from nardy.server.errors import WeakPasswordError


def test_a_password_is_known_again_and_no_other_is() -> None:
    async def go() -> list[bool]:
        passwords = Passwords()
        kept = await passwords.hash("пароль №1 ﬁne")
        assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
        assert "fine" not in kept
        tried = ["пароль №1 ﬁne", "пароль No1 fine", "пароль №1", ""]
        return [
            *[await passwords.is_right(one, kept) for one in tried],
            await passwords.is_right("anything", None),
            await passwords.is_right("anything", "no hash"),
        ]

    assert asyncio.run(go()) == [True, True, False, False, False, False]


@each(
    "password",
    [
        "",
        "short",
        "x" * 201,
        "aaaaaaaaaa",
        "abababab",
        "12345678",
        "Password1!",
        "йцукенгш",
        "Anna Karenina",
        "anna KARENINA",
    ],
)
def test_a_password_that_anybody_would_guess_is_refused(password: str) -> None:
    with pytest.raises(WeakPasswordError, match="three unrelated words"):
        require_good(password, "Anna Karenina")


def test_a_good_password_is_taken() -> None:
    require_good("lamp gravel tuesday", "Anna Karenina")


def test_codes_are_many_and_all_different() -> None:
    codes = [code for _ in range(50) for code in new_codes()]
    assert len(set(codes)) == 50 * CODES


@given(st.data())
def test_a_code_is_known_however_it_is_typed(data: st.DataObject) -> None:
    code = new_codes()[0]
    typed = "".join(
        data.draw(st.sampled_from([letter, letter.upper(), f" {letter}", f"{letter}-"]))
        for letter in code
    )
    assert code_of(typed) == code


def test_an_old_hash_is_seen() -> None:
    assert needs_new_hash("$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$aGFzaGhhc2hoYXNoaGFzaA")
