"""`nardy admin`: moderation of a club from the command line of its machine."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from nardy.cli.club_file import club_database, require_server
from nardy.cli.inputs import NumberRange
from nardy.errors import NardyError

if TYPE_CHECKING:
    from nardy.error_rates.unusual_games import UnusualGame
    from nardy.server.accounts.moderation import Moderator

DAYS = click.option("--days", type=NumberRange(min=0), help="For how long [permanently].")
PERSON = click.argument("person")
IDS = {"ignore_unknown_options": True}
"""Ids of guests and rooms may begin with a hyphen."""


@click.group()
@click.option(
    "--database", help="The SQLite file or the postgresql:// address, as nardy serve has it."
)
@click.pass_context
def command(context: click.Context, database: str | None) -> None:
    """Moderate people and games of the club on this machine.

    PERSON is the name of an account, or the id of a guest (nardy admin find). The club may be
    running; decisions take effect within half a minute. Every decision is kept in the audit log.

    Example: nardy admin mute "Loud Louis" --days 7
    """
    require_server()
    context.obj = database


def decide(does: Callable[["Moderator"], Awaitable[Any]]) -> Any:
    """Carry out a decision in the name of this machine, on the chosen database."""
    from nardy.server.accounts.moderation import MACHINE, Moderator  # noqa: PLC0415 (an extra)
    from nardy.server.store.database.opening import open_store  # noqa: PLC0415

    store = open_store(club_database(click.get_current_context().obj))

    async def go() -> Any:
        return await does(Moderator(store, MACHINE))

    try:
        return asyncio.run(go())
    finally:
        store.close()


@command.command(context_settings=IDS)
@PERSON
@click.argument("role", type=click.Choice(["member", "admin"]))
def role(person: str, role: str) -> None:
    """Make an account an admin of the club, or a member again."""
    decide(lambda moderator: moderator.set_role(person, role))


@command.command(context_settings=IDS)
@PERSON
@DAYS
def mute(person: str, days: float | None) -> None:
    """Forbid a person to write in the chat."""
    decide(lambda moderator: moderator.impose("mute", person, days))


@command.command(context_settings=IDS)
@PERSON
def unmute(person: str) -> None:
    """Allow a person to write again."""
    decide(lambda moderator: moderator.lift("mute", person))


@command.command(context_settings=IDS)
@PERSON
@DAYS
def ban(person: str, days: float | None) -> None:
    """Sign a person out everywhere, and refuse further sign-ins."""
    decide(lambda moderator: moderator.impose("ban", person, days))


@command.command(context_settings=IDS)
@PERSON
def unban(person: str) -> None:
    """Allow a person to sign in again."""
    decide(lambda moderator: moderator.lift("ban", person))


@command.command(context_settings=IDS)
@click.argument("room")
def close(room: str) -> None:
    """End a running game without a result. ROOM is the last part of its address."""
    decide(lambda moderator: moderator.close(room))


@command.command(context_settings=IDS)
@click.argument("name")
def find(name: str) -> None:
    """List people by a part of their name: id, role, name."""
    for found in decide(lambda moderator: moderator.find(name)):
        click.echo(f"{found.id}  {found.role or 'guest':7}  {found.name}")


@command.command()
@click.option("--count", default=100, help="How many, newest first.")
def log(count: int) -> None:
    """List decisions: when, by whom, what, about whom."""
    lines, names = decide(lambda moderator: moderator.audit_log(count))

    def named(text: str) -> str:
        known = text.removeprefix("guest:")
        return f"{names[known]} ({known})" if known in names else text

    for line in lines:
        click.echo(f"{_time(line.at)}  {named(line.who)}  {line.what}  {named(line.about)}")


@command.command()
def pairs() -> None:
    """List pairs of players whose rated games look arranged.

    Games of the last 30 days count. The players come from one address or browser, or one of them
    has won nearly all of many games.
    """
    for pair in decide(lambda moderator: moderator.pairs()):
        places = " and ".join(sorted(pair.places)) or "one side wins nearly all"
        winner, loser = pair.names
        result = f"{pair.won:g} of {pair.games} won, rating {pair.gain:+.0f}"
        click.echo(f"{winner}  {loser}  {result}  ({places})")


@command.command()
@click.option("--json", "as_json", is_flag=True, help="Write one line of JSON per game.")
def unusual(*, as_json: bool) -> None:
    """List reviewed games that look unlike all others.

    They have far fewer errors than the player's other games and other people's, or each turn took about
    the same time. This is a hint and no verdict: every line says how often chance alone makes its
    figures, and the last one how many such games chance makes in all.
    """
    told, names = decide(lambda moderator: moderator.unusual())
    for one in told.found:
        if as_json:
            click.echo(json.dumps({"name": names[one.measure.who], **asdict(one)}))
        else:
            click.echo(_unusual_line(one, names[one.measure.who]))
    click.echo(
        f"{len(told.found)} of {told.compared} games; chance alone makes up to {told.by_chance:.1f}",
        err=True,
    )


def _unusual_line(one: "UnusualGame", name: str) -> str:
    """One game with the figures that made the hint."""
    told: list[str] = []
    if "errors" in one.kinds and one.own and one.others:
        own, others = one.own, one.others
        told += [
            f"{own.value:.3f} points a decision",
            f"own {own.usual:.3f} ({own.games} games, chance {own.chance:.2g})",
            f"others {others.usual:.3f} ({others.games} games, chance {others.chance:.2g})",
        ]
    if "times" in one.kinds and (times := one.times):
        usual = f"others {times.usual:.2f} ({times.games} games, chance {times.chance:.2g})"
        told.append(f"spread of times {times.value:.2f}, {usual}")
    where = f"{_time(one.measure.ended_at)}  {name}  {one.measure.game}  {one.measure.room}"
    return f"{where}  {'; '.join(told)}"


@command.command()
def reports() -> None:
    """List reported chat lines: when, who, where, number, text."""
    found = [
        *decide(lambda moderator: moderator.reports()),
        *decide(lambda moderator: moderator.tournament_reports()),
    ]
    for place, line, _ in found:
        click.echo(
            f"{_time(line.at)}  {line.who.partition(':')[2]}  {place}  {line.number}  {line.text}"
        )


@command.command(context_settings=IDS)
@click.argument("place")
@click.argument("number", type=click.IntRange(0, 2**31 - 1))
def dismiss(place: str, number: int) -> None:
    """Take a chat line off the list of reports.

    PLACE and NUMBER are those in the list.
    """

    async def job(moderator: "Moderator") -> bool:
        return await moderator.dismiss(place, "", number) or await moderator.dismiss(
            "", place, number
        )

    if not decide(job):
        raise NardyError(
            f"expected a place and a number from nardy admin reports, got {place!r:.40} and {number}"
        )


def _time(at: int) -> str:
    """Milliseconds since 1970 as local time."""
    return datetime.fromtimestamp(at / 1000).astimezone().strftime("%Y-%m-%d %H:%M")
