"""HTTP: the club's words about itself, its numbers, and a backup, for admins."""

import asyncio
import datetime as dt
from pathlib import Path
from typing import Any

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody

from nardy.server.api.accounts import PasswordProof
from nardy.server.api.admin import admin_of, moderator_of
from nardy.server.api.login_methods import proven
from nardy.server.api.requests import club_of
from nardy.server.club.club import Club
from nardy.server.errors import RefusedError
from nardy.server.protocol.hosting import (
    BackupMade,
    ClubAbout,
    ClubLogoFile,
    ClubNumbers,
    ClubWords,
)
from nardy.server.protocol.shared import filled_from
from nardy.server.store import club_numbers
from nardy.server.store.database import backup
from nardy.server.store.database.backup import Contents
from nardy.server.timestamps import DAY_MS, now
from nardy.server.web import club_look
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.pages import FOR_GOOD, send

MOST_BODY = 400_000
"""Of a request with a logo, which base64 makes a third longer."""
_PNG = ResponseSpec(Any, generate_examples=False, description="A PNG.", media_type="image/png")
_CSS = ResponseSpec(Any, generate_examples=False, description="CSS.", media_type="text/css")
MOST_BACKUPS = 10
"""Backups that the button keeps beside the database; more could fill the disk."""


@get("/api/club", sync_to_thread=False)
def tell_words(request: AnyRequest) -> ClubAbout:
    """What the club says about itself."""
    return _about(club_of(request))


@get("/api/club/logo.png", sync_to_thread=False, responses={200: _PNG})
def tell_logo(request: AnyRequest) -> Response[bytes]:
    """The logo of the club."""
    logo = club_of(request).logo.now
    if logo is None:
        raise NotFoundException("expected a club with a logo of its own, got one without")
    # Its address changes with it.
    return Response(logo.content, media_type="image/png", headers={"cache-control": FOR_GOOD})


@get("/api/club/look.css", sync_to_thread=False, responses={200: _CSS})
def tell_look(request: AnyRequest) -> Response[bytes]:
    """The club's color as a style sheet, which its pages name if it has one."""
    return send(request, club_look.style_of(club_of(request).words.now.accent))


@post("/api/admin/club", status_code=200)
async def set_words(request: AnyRequest, data: JSONBody[ClubWords]) -> ClubAbout:
    """Set what the club says about itself and offers first; an empty field is that of the settings."""
    moderator = await moderator_of(request)
    await club_of(request).words.write(data, also=moderator.noting("club words"))
    return _about(club_of(request))


@post("/api/admin/club/logo", status_code=200, request_max_body_size=MOST_BODY)
async def set_logo(request: AnyRequest, data: JSONBody[ClubLogoFile]) -> ClubAbout:
    """Set the logo of the club, which is decoded and encoded anew; empty is that of the settings."""
    moderator = await moderator_of(request)
    await club_of(request).logo.write(data.content, also=moderator.noting("club logo"))
    return _about(club_of(request))


def _about(club: Club) -> ClubAbout:
    logo = club.logo.now
    return filled_from(ClubAbout, club.words.now, logo=logo.address if logo else "")


@get("/api/admin/numbers")
async def tell_numbers(request: AnyRequest) -> ClubNumbers:
    """Members, games and notices, now and in the last 24 hours."""
    await admin_of(request)
    since = now() - DAY_MS
    return await club_of(request).store.read(lambda c: club_numbers.numbers(c, since))


@post("/api/admin/backup")
async def make_backup(request: AnyRequest, data: JSONBody[PasswordProof]) -> BackupMade:
    """Copy the database into a file beside it; the copy stays on the club's machine."""
    moderator = await moderator_of(request)
    file = request.app.state.settings.database
    if not isinstance(file, Path):
        reason = "expected a database of SQLite, got one of PostgreSQL"
        raise RefusedError("backup-elsewhere", f"{reason}; nardy backup makes its copies")
    # After the refusal: each of several processes would count guesses of the password on its own.
    await proven(request, data.password)
    known = list(file.parent.glob(f"{file.stem}-*.backup.db"))
    if len(known) >= MOST_BACKUPS:
        reason = f"expected fewer than {MOST_BACKUPS} backups beside the database"
        raise RefusedError("backup-many", f"{reason}; move some of them away")
    stamp = dt.datetime.now(dt.UTC).strftime("%Y%m%d-%H%M%S")
    target = file.with_name(f"{file.stem}-{stamp}.backup.db")
    # Before the copy, which is no transaction: no copy may be without its line in the log.
    await club_of(request).store.run(moderator.noting("club backup", target.name))
    made = await asyncio.to_thread(_copied, file, target)
    return BackupMade(target.name, target.stat().st_size, made.rooms)


def _copied(file: Path, target: Path) -> Contents:
    # Under its name only when it is whole, and readable by the club alone.
    with backup.beside(target) as part:
        made = backup.copy(file, part)
        backup.put_in_place(part, target)
    return made
