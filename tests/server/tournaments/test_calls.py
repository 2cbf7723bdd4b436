import asyncio
from pathlib import Path

from tests.server.club.test_room_log import with_browsers
from tests.server.tournaments.tournament_hall import hall, record, room_of

from nardy.server.pairing.events import Entered, Paired
from nardy.server.pairing.tournament import Tournament
from nardy.server.pairing.values import Pairing
from nardy.server.store import outbox
from nardy.server.tournaments.calls import LASTS, LASTS_LONG, calls_of


def test_the_players_of_a_new_round_are_called_to_their_board(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            await with_browsers(club, "a", "b")
            running = await director.make(record())
            for who in ("guest:a", "guest:b", "bot:baseline"):
                await director.enter(running, who)
            await director.begin(running)
            found = [
                await club.store.read(lambda c, who=who: outbox.latest_of(c, who, 9))
                for who in "ab"
            ]
            rooms = {meeting.room for meeting in running.now.meetings if meeting.room}
            told = [one for some in found for one in some]
            assert told
            assert {one.path for one in told} <= {f"/play/{room}" for room in rooms}
            assert {(one.kind, one.state) for one in told} == {("round", "waiting")}
            for meeting in running.now.open:
                await room_of(club, meeting)

    asyncio.run(go())


def test_a_bye_calls_nobody_and_days_are_given_where_days_are_played() -> None:
    events = [Entered(1, "guest:a"), Entered(1, "guest:b"), Entered(1, "guest:c")]
    paired = Paired(2, 1, (Pairing(1, 2, "r"), Pairing(3, None)))
    for clock, lasts in (("600+8", LASTS), ("0d86400", LASTS_LONG)):
        announced = record(clock=clock)
        after = Tournament.of(announced.conditions.terms, "s", [*events, paired])
        calls = calls_of(announced, [paired], after)
        assert [who for who, _ in calls] == ["guest:a", "guest:b"]
        assert {(facts.key, facts.path, facts.lasts) for _, facts in calls} == {
            ("round r", "/play/r", lasts)
        }
        assert calls_of(announced, events, after) == []
