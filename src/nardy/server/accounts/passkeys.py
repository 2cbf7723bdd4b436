"""Passkeys: device keys that replace name and password in a login.

Open challenges are kept in memory. Source: Web Authentication, level 3. The library that verifies
signatures is imported at first use, since its import is slow.
"""

import json
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from nardy.server.accounts.accounts import require_session
from nardy.server.errors import RefusedError
from nardy.server.lru_cache import Recent
from nardy.server.names import name_of
from nardy.server.protocol.shared import JsonObject
from nardy.server.rate_limits import ip_address_in
from nardy.server.store import login_methods
from nardy.server.store.database.writer import Connection, Writer
from nardy.server.store.guests import Guest
from nardy.server.store.login_methods import Passkey
from nardy.server.timestamps import now

CHALLENGE_SECONDS = 300.0
"""Seconds for which a challenge is valid."""
# Anybody may ask for challenges. Beyond so many the oldest is forgotten, and memory stays bounded.
MOST_OPEN = 10_000
# Web Authentication, 13.4.3, asks for 16 bytes or more.
SIZE = 32


class Challenges:
    """Open challenges; lost at a restart, when the page starts again."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._open: Recent[bytes, tuple[str, float]] = Recent(MOST_OPEN)

    def ask(self, purpose: str) -> bytes:
        """A new challenge for a purpose; the oldest is dropped if there are too many."""
        challenge = secrets.token_bytes(SIZE)
        self._open[challenge] = (purpose, self._clock() + CHALLENGE_SECONDS)
        return challenge

    def use(self, challenge: bytes, purpose: str) -> bool:
        """Whether a challenge was issued for this purpose, has not expired and has not been used."""
        asked, until = self._open.get(challenge) or ("", 0.0)
        if asked != purpose:
            return False
        self._open.evict(challenge)
        return until > self._clock()


_log = logging.getLogger(__name__)
CLUB = "nardy"
MOST = 20
"""Most passkeys of one account."""
ENTER = "enter"


@dataclass(frozen=True, slots=True)
class Site:
    """The site as browsers see it; a passkey works for this site only."""

    name: str
    origins: frozenset[str]


class Passkeys:
    """Registers and verifies passkeys."""

    def __init__(self, store: Writer) -> None:
        self._store = store
        self._challenges = Challenges()

    # Registration

    async def offer(self, guest: Guest, site: Site) -> JsonObject:
        """Options for the browser to create a passkey.

        Raises:
            RefusedError: the site has no host name, or the account has too many passkeys.
        """
        structs = _webauthn().helpers.structs
        _require_name(site)
        known = await self._store.read(lambda c: login_methods.passkeys_of(c, guest.id))
        if len(known) >= MOST:
            problem = f"expected at most {MOST} passkeys for one account"
            raise RefusedError("passkey-many", f"{problem}; remove one first")
        must = structs.AuthenticatorSelectionCriteria(
            # Discoverable: login does not ask for a name.
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        )
        options = _webauthn().generate_registration_options(
            rp_id=site.name,
            rp_name=CLUB,
            user_id=guest.id.encode(),
            user_name=guest.name,
            challenge=self._challenges.ask(guest.id),
            authenticator_selection=must,
            # The browser then does not make a second passkey on the same device.
            exclude_credentials=[
                structs.PublicKeyCredentialDescriptor(id=_bytes(one.id)) for one in known
            ],
        )
        return json.loads(_webauthn().options_to_json(options))

    async def add(self, guest: Guest, site: Site, name: str, answer: JsonObject) -> None:
        """Store the public key that the browser has created.

        Raises:
            SessionEndedError: the session has ended meanwhile.
            RefusedError: the response is invalid, or the passkey is known already.
        """
        name, challenge = name_of(name), self._challenge_in(answer, guest.id)
        try:
            made = _webauthn().verify_registration_response(
                credential=dict(answer),
                expected_challenge=challenge,
                expected_rp_id=site.name,
                expected_origin=sorted(site.origins),
                require_user_verification=True,
            )
        except Exception as error:  # noqa: BLE001 (four libraries parse untrusted input)
            raise _untrue(error) from None
        at = now()
        key_id, public = _text(made.credential_id), _text(made.credential_public_key)
        key = Passkey(key_id, guest.id, public, made.sign_count, name, at, at)

        def job(connection: Connection) -> bool:
            require_session(connection, guest)
            return login_methods.add_passkey(connection, key)

        if not await self._store.run(job):
            raise RefusedError(
                "passkey-untrue",
                "expected a new passkey, got one that is registered already; add another",
            )

    # Login

    def ask(self, site: Site) -> JsonObject:
        """Options for the browser to let the user choose a passkey."""
        _require_name(site)
        options = _webauthn().generate_authentication_options(
            rp_id=site.name,
            challenge=self._challenges.ask(ENTER),
            user_verification=_webauthn().helpers.structs.UserVerificationRequirement.REQUIRED,
        )
        return json.loads(_webauthn().options_to_json(options))

    async def owner(self, site: Site, answer: JsonObject) -> str:
        """Verify a login; returns the guest id of the passkey's account.

        Raises:
            RefusedError: unknown passkey, wrong challenge, or a cloned passkey.
        """
        challenge, key_id = self._challenge_in(answer, ENTER), str(answer.get("id"))
        key = await self._store.read(lambda c: login_methods.passkey_of(c, key_id))
        if key is None:
            message = "this passkey is not registered here, or was removed"
            raise RefusedError("passkey-none", f"{message}; sign in another way")
        try:
            signed = _webauthn().verify_authentication_response(
                credential=dict(answer),
                expected_challenge=challenge,
                expected_rp_id=site.name,
                expected_origin=sorted(site.origins),
                credential_public_key=_bytes(key.public),
                credential_current_sign_count=key.count,
                require_user_verification=True,
            )
            handle = answer["response"].get("userHandle")
        except Exception as error:  # noqa: BLE001 (four libraries parse untrusted input)
            raise _untrue(error) from None
        # Web Authentication, 7.2, step 6: the key must belong to the user whom the device names.
        if handle is not None and handle != _text(key.guest.encode()):
            raise _untrue(ValueError("another user handle"))
        count, at = signed.new_sign_count, now()
        if not await self._store.run(lambda c: login_methods.use_passkey(c, key, count, at)):
            raise _untrue(ValueError("it has signed meanwhile"))
        return key.guest

    def _challenge_in(self, answer: JsonObject, purpose: str) -> bytes:
        """The signed challenge if it is open; it is used up in any case."""
        try:
            data = json.loads(_bytes(answer["response"]["clientDataJSON"]))
            challenge = _bytes(data["challenge"])
        except (ValueError, TypeError, KeyError, RecursionError, AttributeError) as error:
            raise _untrue(error) from None
        if not self._challenges.use(challenge, purpose):
            message = "this request has expired"
            raise RefusedError("passkey-state", f"{message}; start again")
        return challenge


def _require_name(site: Site) -> None:
    """Refuse numeric addresses: browsers allow passkeys for host names only."""
    if not site.name or ip_address_in(site.name.strip("[]")):
        problem = f"expected a site with a host name, got {site.name or 'none'!r:.60}"
        way = "open the club by its host name (localhost on this machine)"
        raise RefusedError("passkey-place", f"{problem}; {way}")


def _webauthn():
    import webauthn.helpers.structs  # noqa: PLC0415 (slow)

    return webauthn


def _bytes(text: str) -> bytes:
    return _webauthn().base64url_to_bytes(text)


def _text(content: bytes) -> str:
    return _webauthn().helpers.bytes_to_base64url(content)


def _untrue(error: Exception) -> RefusedError:
    _log.info("a passkey was refused: %s", type(error).__name__)
    problem = "this passkey could not be verified"
    return RefusedError("passkey-untrue", f"{problem}; try again, or sign in another way")
