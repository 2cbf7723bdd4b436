"""HTTP: what one is told by push and e-mail, and where."""

import hashlib
from typing import Annotated, Literal

import msgspec
from litestar import get, post
from litestar.params import JSONBody

from nardy.server.accounts.api_clients import require_person
from nardy.server.api.accounts import somebody, with_account
from nardy.server.api.requests import club_of, guest_of
from nardy.server.notices.push import MOST_ENDPOINT, PushTarget
from nardy.server.protocol.shared import filled_from
from nardy.server.store.guests import Guest
from nardy.server.store.notice_channels import KINDS, NoticeChoice
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.guards import address_of

NoticeKind = Literal["turn", "round", "challenge", "closing"]
Language = Annotated[str, msgspec.Meta(pattern="^[a-z]{2,3}$")]
"""The language in which you are told things; English in place of one that the club does not speak."""
Code = Annotated[str, msgspec.Meta(max_length=200)]


class NoticeLine(msgspec.Struct):
    """A notice of the last days, and what became of it."""

    kind: str
    channel: Literal["push", "mail"]
    state: Literal["waiting", "sending", "sent", "failed", "dropped"]
    """`dropped`: it was no longer needed."""
    reason: str
    at: int
    """Milliseconds since 1970."""


class NoticeFacts(msgspec.Struct):
    """What you are told, and where."""

    push: list[NoticeKind]
    mail: list[NoticeKind]
    push_key: str
    """The club's public key, with which a browser subscribes."""
    browsers: int
    """Your browsers that are told."""
    has_mail: bool
    """Whether the club sends e-mail, and you have an account."""
    address: str
    """Your e-mail address; '' for none."""
    is_confirmed: bool
    latest: list[NoticeLine]
    """The newest first."""


class NoticeKinds(msgspec.Struct, forbid_unknown_fields=True):
    """The kinds of notices that you want by each channel, and your language."""

    push: Annotated[list[NoticeKind], msgspec.Meta(max_length=len(KINDS))]
    mail: Annotated[list[NoticeKind], msgspec.Meta(max_length=len(KINDS))]
    language: Language


class BrowserSubscription(msgspec.Struct, forbid_unknown_fields=True):
    """The push subscription of a browser."""

    endpoint: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_ENDPOINT)]
    p256dh: Code
    auth: Code
    language: Language


class Endpoint(msgspec.Struct, forbid_unknown_fields=True):
    """A subscription by its endpoint."""

    endpoint: Annotated[str, msgspec.Meta(max_length=MOST_ENDPOINT)]


class NewAddress(msgspec.Struct, forbid_unknown_fields=True):
    """An e-mail address to confirm."""

    address: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
    language: Language


@get("/api/notices")
async def tell_notices(request: AnyRequest) -> NoticeFacts:
    """What you are told by push and e-mail, and where."""
    return await _facts(request, await guest_of(request))


@post("/api/notices", status_code=200)
async def choose_notices(request: AnyRequest, data: JSONBody[NoticeKinds]) -> NoticeFacts:
    """Choose the kinds of notices for each channel."""
    guest = await _chooser(request)
    push, mail = (" ".join(kind for kind in KINDS if kind in had) for had in (data.push, data.mail))
    await club_of(request).notices.choose(guest, NoticeChoice(push, mail, data.language))
    return await _facts(request, guest)


@post("/api/notices/push", status_code=200)
async def subscribe(request: AnyRequest, data: JSONBody[BrowserSubscription]) -> NoticeFacts:
    """Tell this browser from now on; a browser that is told already may say so again."""
    guest, notices = await _chooser(request), club_of(request).notices
    await notices.subscribe(guest, PushTarget(data.endpoint, data.p256dh, data.auth))
    await notices.speak(guest, data.language)
    return await _facts(request, guest)


@post("/api/notices/push/end", status_code=200)
async def unsubscribe(request: AnyRequest, data: JSONBody[Endpoint]) -> NoticeFacts:
    """Tell this browser no more."""
    guest = await somebody(request)
    await club_of(request).notices.unsubscribe(guest, data.endpoint)
    return await _facts(request, guest)


@post("/api/notices/mail", status_code=200)
async def set_address(request: AnyRequest, data: JSONBody[NewAddress]) -> NoticeFacts:
    """Set your e-mail address; an e-mail with a link asks to confirm it before anything else is sent."""
    guest, notices, limits = (
        await with_account(request),
        club_of(request).notices,
        club_of(request).limits,
    )
    require_person(guest, what="an e-mail address")
    limits.take("e-mail", person=guest.id, address=address_of(request))
    # One address, whoever asks: nobody's mailbox is filled by many accounts.
    mark = hashlib.sha256(data.address.casefold().encode()).hexdigest()
    limits.take("e-mail to", person=mark)
    await notices.speak(guest, data.language)
    await notices.ask_address(guest, data.address)
    return await _facts(request, guest)


@post("/api/notices/mail/end", status_code=200)
async def remove_address(request: AnyRequest) -> NoticeFacts:
    """Delete your e-mail address."""
    guest = await somebody(request)
    await club_of(request).notices.remove_address(guest)
    return await _facts(request, guest)


async def _chooser(request: AnyRequest) -> Guest:
    guest = await somebody(request)
    require_person(guest, what="notices")
    club_of(request).limits.take("choice", person=guest.id, address=address_of(request))
    return guest


async def _facts(request: AnyRequest, guest: Guest | None) -> NoticeFacts:
    notices = club_of(request).notices
    choice = await notices.choice(guest) if guest else NoticeChoice()
    address = await notices.address(guest) if guest else None
    return NoticeFacts(
        push=[kind for kind in _kinds() if choice.wants(kind, "push")],
        mail=[kind for kind in _kinds() if choice.wants(kind, "mail")],
        push_key=notices.push.key.public if notices.push else "",
        browsers=await notices.count_browsers(guest) if guest else 0,
        has_mail=notices.mail is not None and guest is not None and bool(guest.role),
        address=address.address if address else "",
        is_confirmed=address is not None and address.confirmed is not None,
        latest=[filled_from(NoticeLine, one) for one in await notices.latest(guest)]
        if guest
        else [],
    )


def _kinds() -> tuple[NoticeKind, ...]:
    return ("turn", "round", "challenge", "closing")
