"""HTTP: the club's words about itself, its numbers, and a backup, for its host."""

import asyncio
import datetime as dt
from pathlib import Path

from litestar import get, post
from litestar.params import JSONBody

from nardy.server.api.accounts import PasswordProof
from nardy.server.api.admin import keeper_of
from nardy.server.api.login_methods import proven
from nardy.server.api.requests import club_of
from nardy.server.errors import RefusedError
from nardy.server.protocol.hosting import BackupMade, ClubNumbers, ClubWords
from nardy.server.store import club_numbers
from nardy.server.store.database import backup
from nardy.server.store.database.backup import Contents
from nardy.server.timestamps import now
from nardy.server.web.cookies import AnyRequest

DAY = 24 * 3600 * 1000
MOST_BACKUPS = 10
"""Backups that the button keeps beside the database; more could fill the disk."""


@get("/api/club")
async def tell_words(request: AnyRequest) -> ClubWords:
    """What the club says about itself."""
    return await club_of(request).words.read()


@post("/api/admin/club", status_code=200)
async def set_words(request: AnyRequest, data: JSONBody[ClubWords]) -> ClubWords:
    """Set what the club says about itself; an empty field is that of the settings."""
    await keeper_of(request)
    await club_of(request).words.write(data)
    return await club_of(request).words.read()


@get("/api/admin/numbers")
async def tell_numbers(request: AnyRequest) -> ClubNumbers:
    """Members, games and notices, now and in the last 24 hours."""
    await keeper_of(request)
    since = now() - DAY
    return await club_of(request).store.read(lambda c: club_numbers.numbers(c, since))


@post("/api/admin/backup")
async def make_backup(request: AnyRequest, data: JSONBody[PasswordProof]) -> BackupMade:
    """Copy the database into a file beside it; the copy stays on the club's machine."""
    await keeper_of(request)
    await proven(request, data.password)
    file = request.app.state.settings.database
    if not isinstance(file, Path):
        reason = "expected a database of SQLite, got one of PostgreSQL"
        raise RefusedError("backup-elsewhere", f"{reason}; its own programs make its backups")
    known = list(file.parent.glob(f"{file.stem}-*.backup.db"))
    if len(known) >= MOST_BACKUPS:
        reason = f"expected fewer than {MOST_BACKUPS} backups beside the database"
        raise RefusedError("backup-many", f"{reason}; move some of them away")
    stamp = dt.datetime.now(dt.UTC).strftime("%Y%m%d-%H%M%S")
    target = file.with_name(f"{file.stem}-{stamp}.backup.db")
    made = await asyncio.to_thread(_copied, file, target)
    return BackupMade(target.name, target.stat().st_size, made.rooms)


def _copied(file: Path, target: Path) -> Contents:
    # Under its name only when it is whole, and readable by the club alone.
    with backup.beside(target) as part:
        made = backup.copy(file, part)
        backup.put_in_place(part, target)
    return made
