"""Passkeys: keys that stay in a device and replace the name and the password of a login.

Challenges, which a device signs, are kept in memory. Source: Web Authentication, level 3. The library
that verifies signatures is loaded at its first use.
"""

import ipaddress
import json
import logging
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from nardy.server.errors import RefusedError
from nardy.server.names import name_of
from nardy.server.store import login_methods
from nardy.server.store.database.writer import Writer
from nardy.server.store.guests import Guest
from nardy.server.store.login_methods import Passkey
from nardy.server.timestamps import now

PATIENCE = 300.0
"""Seconds: so long somebody may look for a finger."""
MOST_OPEN = 10_000
SIZE = 32


class Challenges:
    """Kept in memory: after a restart one asks anew."""

    def __init__(self, hour: Callable[[], float] = time.monotonic) -> None:
        """Nothing is to be signed."""
        self._hour = hour
        self._open: dict[bytes, tuple[str, float]] = {}

    def ask(self, purpose: str) -> bytes:
        """A new one; who asks for many forgets the oldest."""
        while len(self._open) >= MOST_OPEN:
            self._open.pop(next(iter(self._open)))
        challenge = secrets.token_bytes(SIZE)
        self._open[challenge] = (purpose, self._hour() + PATIENCE)
        return challenge

    def use(self, challenge: bytes, purpose: str) -> bool:
        """Whether it was asked for this purpose, not long ago, and is used for the first time."""
        asked, until = self._open.get(challenge, ("", 0.0))
        if asked != purpose:
            return False
        del self._open[challenge]
        return until > self._hour()


_log = logging.getLogger(__name__)
CLUB = "nardy"
MOST = 20
"""Of one account."""
ENTER = "enter"
Credential = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Site:
    """Where our page is, as a browser sees it: a key is good nowhere else."""

    name: str
    """The host without its port."""
    origins: frozenset[str]


class Passkeys:
    """Makes them and believes them."""

    def __init__(self, store: Writer) -> None:
        """Nobody is asked anything."""
        self._store = store
        self._challenges = Challenges()

    # A new one

    async def offer(self, guest: Guest, site: Site) -> dict[str, Any]:
        """What the browser needs to make a key for an account.

        Raises:
            RefusedError: the place has no name, or there are enough keys.
        """
        from webauthn import generate_registration_options  # noqa: PLC0415 (slow)
        from webauthn.helpers import structs  # noqa: PLC0415

        _require_name(site)
        known = await self._store.read(lambda c: login_methods.passkeys_of(c, guest.id))
        if len(known) >= MOST:
            told = f"expected at most {MOST} passkeys of one account"
            raise RefusedError("passkey-many", f"{told}; remove one first")
        must = structs.AuthenticatorSelectionCriteria(
            # Else the browser cannot find it when nobody has said a name.
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        )
        options = generate_registration_options(
            rp_id=site.name,
            rp_name=CLUB,
            user_id=guest.id.encode(),
            user_name=guest.name,
            challenge=self._challenges.ask(guest.id),
            authenticator_selection=must,
            exclude_credentials=[
                structs.PublicKeyCredentialDescriptor(id=_bytes(one.id)) for one in known
            ],
        )
        return _as_told(options)

    async def add(self, guest: Guest, site: Site, name: str, told: Credential) -> None:
        """Keep the public half of a key that the browser has made.

        Raises:
            RefusedError: it was not made for this, or is known already.
        """
        from webauthn import verify_registration_response  # noqa: PLC0415 (slow)

        name, challenge = name_of(name), self._challenge_in(told, guest.id)
        try:
            made = verify_registration_response(
                credential=dict(told),
                expected_challenge=challenge,
                expected_rp_id=site.name,
                expected_origin=sorted(site.origins),
                require_user_verification=True,
            )
        except Exception as error:  # noqa: BLE001 (four libraries read what anybody may send)
            raise _untrue(error) from None
        at = now()
        key_id, public = _text(made.credential_id), _text(made.credential_public_key)
        key = Passkey(key_id, guest.id, public, made.sign_count, name, at, at)
        if not await self._store.run(lambda c: login_methods.add_passkey(c, key)):
            raise RefusedError("passkey-untrue", "expected a new passkey, got one that is known")

    # Coming in

    def ask(self, site: Site) -> dict[str, Any]:
        """What the browser needs to let somebody choose a key."""
        from webauthn import generate_authentication_options  # noqa: PLC0415 (slow)
        from webauthn.helpers.structs import UserVerificationRequirement  # noqa: PLC0415

        _require_name(site)
        options = generate_authentication_options(
            rp_id=site.name,
            challenge=self._challenges.ask(ENTER),
            user_verification=UserVerificationRequirement.REQUIRED,
        )
        return _as_told(options)

    async def owner(self, site: Site, told: Credential) -> str:
        """Whose key has signed.

        Raises:
            RefusedError: none of ours, or not this challenge, or a copy of one.
        """
        from webauthn import verify_authentication_response  # noqa: PLC0415 (slow)

        challenge, key_id = self._challenge_in(told, ENTER), str(told.get("id"))
        key = await self._store.read(lambda c: login_methods.passkey_of(c, key_id))
        if key is None:
            told_so = "expected a passkey of this club, got one that was removed"
            raise RefusedError("passkey-none", f"{told_so}; sign in another way")
        try:
            signed = verify_authentication_response(
                credential=dict(told),
                expected_challenge=challenge,
                expected_rp_id=site.name,
                expected_origin=sorted(site.origins),
                credential_public_key=_bytes(key.public),
                credential_current_sign_count=key.count,
                require_user_verification=True,
            )
            handle = _field(told, "response", "userHandle")
        except Exception as error:  # noqa: BLE001 (four libraries read what anybody may send)
            raise _untrue(error) from None
        if handle is not None and handle != _text(key.guest.encode()):
            raise _untrue(ValueError("another user handle"))
        count, at = signed.new_sign_count, now()
        if not await self._store.run(lambda c: login_methods.use_passkey(c, key, count, at)):
            raise _untrue(ValueError("it has signed meanwhile"))
        return key.guest

    def _challenge_in(self, told: Credential, purpose: str) -> bytes:
        """The challenge that was signed, if it is one of ours; it is used up whatever follows."""
        try:
            data = json.loads(_bytes(_field(told, "response", "clientDataJSON")))
            challenge = _bytes(data["challenge"])
        except (ValueError, TypeError, KeyError, RecursionError, AttributeError) as error:
            raise _untrue(error) from None
        if not self._challenges.use(challenge, purpose):
            told_so = "expected the answer to a question of just now, got another"
            raise RefusedError("passkey-state", f"{told_so}; begin anew")
        return challenge


def _field(told: Credential, *names: str) -> Any:
    found: Any = told
    for name in names:
        found = found.get(name)
    return found


def _require_name(site: Site) -> None:
    """Browsers keep keys for names, and for no address in numbers."""
    try:
        ipaddress.ip_address(site.name.strip("[]"))
    except ValueError:
        if site.name:
            return
    told = f"expected a place with a name, got {site.name or 'none'!r:.60}"
    raise RefusedError(
        "passkey-place", f"{told}; open the club by its name (localhost on this machine)"
    )


def _as_told(options: Any) -> dict[str, Any]:
    from webauthn import options_to_json  # noqa: PLC0415 (slow)

    return json.loads(options_to_json(options))


def _bytes(text: str) -> bytes:
    from webauthn import base64url_to_bytes  # noqa: PLC0415 (slow)

    return base64url_to_bytes(text)


def _text(content: bytes) -> str:
    from webauthn.helpers import bytes_to_base64url  # noqa: PLC0415 (slow)

    return bytes_to_base64url(content)


def _untrue(error: Exception) -> RefusedError:
    _log.info("a passkey was refused: %s", type(error).__name__)
    told = "expected a passkey that signs for this club, and it does not"
    return RefusedError("passkey-untrue", f"{told}; try again, or sign in another way")
