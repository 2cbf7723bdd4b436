"""HTTP: matches of other programs that people upload, keep, have reviewed, and share by a link.

An id opens a match for its owner, and the code of a link for everybody until it is taken back. The key of a path
is either. Nothing here is rated or counted, since nobody can prove how it was played.
"""

import asyncio
import json
import secrets
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Annotated, Any, Literal

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody

from nardy.errors import NardyError
from nardy.formats import mat, match_json
from nardy.games import find_game
from nardy.server.analysis import match_reader
from nardy.server.analysis.match_reader import MOST_BYTES
from nardy.server.analysis.review_parts import guessed_turns
from nardy.server.analysis.reviews import (
    Review,
    ReviewedMatch,
    review_of,
    without,
)
from nardy.server.analysis.uploaded_reviews import FOLDER, ReviewOrder, UploadedReview
from nardy.server.api.requests import club_of, guest_of, invited, who_of
from nardy.server.api.rooms import download
from nardy.server.errors import RefusedError
from nardy.server.names import visible
from nardy.server.protocol.messages import Laws
from nardy.server.protocol.shared import JsonObject, filled_from
from nardy.server.seats import guest_id_of
from nardy.server.store import uploaded_matches
from nardy.server.store.guests import Guest
from nardy.server.store.uploaded_matches import StoredMatch
from nardy.server.timestamps import now
from nardy.server.turns.view import laws_of
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.guards import address_of

MOST_BODY = 1_500_000
"""Of a request with a file, which base64 makes a third longer."""
MOST_SECONDS = 120
"""Of reading one file, including the wait for the processor."""
MOST_WAITING = 30
MOST_TURNS = 5000
MOST_NAME = 100
ID_BYTES = 12
OWN, SHARED = "match-", "shared-"
"""The beginnings of ids and of the codes of links."""


class MatchFile(msgspec.Struct, forbid_unknown_fields=True):
    """A file with a match, in any format that nardy reads."""

    content: Annotated[bytes, msgspec.Meta(max_length=MOST_BYTES)]
    """Its bytes in base64."""
    name: Annotated[str, msgspec.Meta(max_length=255)] = ""
    game: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """The game of a file that names none; '' is backgammon."""


class SharedByLink(msgspec.Struct, forbid_unknown_fields=True):
    """Whether others may read a match by its link."""

    is_shared: bool


class UploadedMatch(msgspec.Struct):
    """An uploaded match: never rated, and nobody can prove its dice."""

    key: str
    """Its id for its owner, the code of its link for others."""
    name: str
    """The name of the file."""
    laws: Laws
    length: int
    """Points; 0 is a money session or a single game."""
    white: str
    black: str
    turns: int
    illegal: int
    """Turns that break a law."""
    since: int
    """When it was uploaded, in milliseconds since 1970."""
    is_yours: bool
    link: str | None
    """The code of its link, for its owner; null: nobody else reads it."""


class MatchFileReader:
    """Reads files one by one, each in a process of its own with limits of time and memory."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "match-files")
        self._waiting = 0

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def read(self, content: bytes, game: str) -> JsonObject:
        """What `match_reader` finds in a file.

        Raises:
            RefusedError: `busy`, or `upload`: it is no match, or takes too much time or memory.
        """
        if self._waiting >= MOST_WAITING:
            raise RefusedError("busy", "expected fewer files at once; ask again in a minute")
        self._waiting += 1
        try:
            return await asyncio.wrap_future(self._thread.submit(_read, content, game))
        finally:
            self._waiting -= 1


def _read(content: bytes, game: str) -> JsonObject:
    # Isolated from the user's packages and environment.
    command = [sys.executable, "-I", "-S", match_reader.__file__, FOLDER, game]
    try:
        done = subprocess.run(  # noqa: S603 (our own program)
            command, input=content, capture_output=True, timeout=MOST_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise _unreadable("one that takes more time than a match needs") from None
    if done.returncode:
        raise _unreadable("one that takes more time or memory than a match needs, or is damaged")
    found: JsonObject = json.loads(done.stdout)
    if "error" in found:
        raise RefusedError("upload", str(found["error"]))
    if found["turns"] > MOST_TURNS:
        raise _unreadable(f"{found['turns']:,} turns, which are more than {MOST_TURNS:,}")
    return found


def _line(name: str) -> str:
    """A name of a file or player, without letters that a database or a page has no place for."""
    return "".join(filter(str.isprintable, visible(name)))[:MOST_NAME]


def _unreadable(what: str) -> RefusedError:
    return RefusedError("upload", f"expected the file of a match, got {what}; choose another file")


@get("/api/matches")
async def list_matches(request: AnyRequest) -> list[UploadedMatch]:
    """The matches that you have uploaded, the newest first."""
    guest = await guest_of(request)
    return await _matches_of(request, guest) if guest else []


@post("/api/matches", request_max_body_size=MOST_BODY)
async def upload_match(request: AnyRequest, data: JSONBody[MatchFile]) -> Response[UploadedMatch]:
    """Upload a match of another program: .mat, .sgf, .xg, .bgf, .ogxm, .gam, .sgg and more.

    Its turns are replayed by the rule book; those that break a law are kept and counted.
    """
    guest, cookies = await invited(request)
    club_of(request).limits.take("upload", person=guest.id, address=address_of(request))
    game = find_game(data.game).id if data.game else ""
    found = await request.app.state.match_files.read(data.content, game)
    record = found.pop("record")
    for seat in ("white_name", "black_name"):
        found[seat] = _line(found[seat])
    match = StoredMatch(
        id=OWN + secrets.token_urlsafe(ID_BYTES),
        guest=guest.id,
        name=_line(data.name),
        since=now(),
        **found,
    )
    await club_of(request).store.run(lambda c: uploaded_matches.add(c, match, record))
    return Response(_told(match, guest), cookies=cookies)


@get("/api/matches/{key:str}")
async def tell_uploaded_match(request: AnyRequest, key: FromPath[str]) -> UploadedMatch:
    """An uploaded match of your own, or one by the code of its link."""
    return _told(await _match(request, key), await guest_of(request))


@post("/api/matches/{key:str}/link", status_code=200)
async def share_match(
    request: AnyRequest, key: FromPath[str], data: JSONBody[SharedByLink]
) -> UploadedMatch:
    """Make a link by which others read your match, or take it back; a new link has a new code."""
    match, guest = await _own(request, key)
    club_of(request).limits.take("choice", person=guest.id, address=address_of(request))
    link = (match.link or SHARED + secrets.token_urlsafe(ID_BYTES)) if data.is_shared else None
    await club_of(request).store.run(lambda c: uploaded_matches.share(c, match.id, link))
    return _told(await _match(request, key), guest)


@post("/api/matches/{key:str}/end", status_code=200)
async def remove_match(request: AnyRequest, key: FromPath[str]) -> list[UploadedMatch]:
    """Delete an uploaded match and its review."""
    match, guest = await _own(request, key)
    await club_of(request).store.run(lambda c: uploaded_matches.remove(c, match.id))
    request.app.state.uploaded_reviews.forget(match.id)
    return await _matches_of(request, guest)


_FILE = ResponseSpec(Any, generate_examples=False, description="The match: text, or JSON.")


@get("/api/matches/{key:str}/file/{kind:str}", responses={200: _FILE})
async def tell_match_file(
    request: AnyRequest, key: FromPath[str], kind: FromPath[Literal["mat", "json"]]
) -> Response[bytes]:
    """Your uploaded match as a file for other programs: .mat, or the JSON of nardy."""
    match, _ = await _own(request, key)
    text = await _record(request, match)
    if kind == "mat":
        text = await asyncio.to_thread(lambda: mat.dumps(match_json.loads(text)))
    media = "application/json" if kind == "json" else "text/plain"
    return download(text, f"{match.id}.{kind}", media)


@post("/api/matches/{key:str}/review", status_code=200)
async def tell_match_review(request: AnyRequest, key: FromPath[str]) -> Review:
    """A bot's review of an uploaded match: all decisions evaluated so far.

    Whoever uploads chooses the positions, so each is treated as one that is asked about alone.
    """
    club, who = club_of(request), await who_of(request)
    match = await _match(request, key)
    job, games = await _begun(request, match)
    # The state first: otherwise it could be "done" with decisions that were copied before.
    state, seen = job.state, job.decisions()
    hidden = await club.fair_play.refused(who, [one.decision.before for one in seen])
    about = ReviewedMatch(
        games=games,
        laws=laws_of(find_game(match.game)),
        names={"white": match.white_name, "black": match.black_name},
    )
    return review_of(job, state, (seen, without(hidden, seen)), about)


async def _begun(request: AnyRequest, match: StoredMatch) -> UploadedReview:
    """The review of a match; a new one counts for the quota of its owner."""
    reviews = request.app.state.uploaded_reviews
    if (begun := reviews.known(match.id)) is not None:
        return begun
    club_of(request).limits.take("upload-review", person=match.guest, address=address_of(request))
    record = await _record(request, match)
    read = await asyncio.to_thread(msgspec.json.decode, record)
    # Another request may have begun it meanwhile.
    return reviews.known(match.id) or reviews.begin(
        ReviewOrder(match.id, match.game, match.turns, read["events"], guessed_turns(read))
    )


async def _match(request: AnyRequest, key: str) -> StoredMatch:
    """The match of an id, for its owner, or of the code of a link."""
    who = await who_of(request)
    own = guest_id_of(who) if who else None
    found = await club_of(request).store.read(lambda c: uploaded_matches.match_of(c, key, own))
    if found is None:
        raise NotFoundException(f"expected a match of yours or a link to one, got {key!r:.60}")
    return found


async def _own(request: AnyRequest, key: str) -> tuple[StoredMatch, Guest]:
    """A match of one's own, by its id."""
    match, guest = await _match(request, key), await guest_of(request)
    if guest is None or guest.id != match.guest:
        raise NotFoundException(f"expected a match of yours, got {key!r:.60}")
    return match, guest


async def _record(request: AnyRequest, match: StoredMatch) -> str:
    found = await club_of(request).store.read(lambda c: uploaded_matches.record_of(c, match.id))
    if found is None:
        raise NotFoundException(f"expected a match that is still here, got {match.id!r:.60}")
    return found


async def _matches_of(request: AnyRequest, guest: Guest) -> list[UploadedMatch]:
    found = await club_of(request).store.read(lambda c: uploaded_matches.matches_of(c, guest.id))
    return [told for match in found if (told := _readable(match, guest))]


def _readable(match: StoredMatch, guest: Guest) -> UploadedMatch | None:
    """The message about a match; None if this version does not know its game."""
    try:
        return _told(match, guest)
    except NardyError:
        return None


def _told(match: StoredMatch, guest: Guest | None) -> UploadedMatch:
    is_yours = guest is not None and guest.id == match.guest
    return filled_from(
        UploadedMatch,
        match,
        key=match.id if is_yours else match.link,
        white=match.white_name,
        black=match.black_name,
        laws=laws_of(find_game(match.game)),
        link=match.link if is_yours else None,
        is_yours=is_yours,
    )
