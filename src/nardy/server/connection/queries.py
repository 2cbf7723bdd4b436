"""Answers to messages that do not change the game: lawful moves, hints, evaluations, chat."""

from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.server.bots.advisor import require_hints, require_onlooker
from nardy.server.club.club import Club
from nardy.server.errors import NotHereError
from nardy.server.fair_play.rules import one_turn_ago
from nardy.server.games.rule_versions import in_log
from nardy.server.protocol.messages import (
    Advised,
    Ask,
    Done,
    Evaluate,
    Evaluated,
    Explore,
    Explored,
    Hint,
    MoveVerdict,
    Mute,
    Report,
    Say,
)
from nardy.server.rooms.check_turn import judged
from nardy.server.rooms.room import Room
from nardy.server.turns.move_graph import nodes_of


def seat_in(room: Room, who: str | None) -> Player:
    """The seat of a person.

    Raises:
        NotHereError: they have no seat in this room.
    """
    player = room.player_of(who) if who else None
    if player is None:
        raise NotHereError("expected an action by a player of this game; take a seat first")
    return player


async def answer_about(
    club: Club, room: Room, who: str | None, question: Ask | Explore | Hint | Evaluate
) -> MoveVerdict | Explored | Advised | Evaluated:
    """The answer to a question about the position of a room."""
    match question:
        case Ask(_, message_id, moves):
            return await judged(room.match.game.situation, message_id, moves)
        case Explore(_, message_id, moves):
            return Explored(message_id, nodes_of(room.match.game.situation, moves))
        case Hint(_, message_id):
            player = seat_in(room, who)
            require_hints(room, player)
            await club.fair_play.require(who, room.situation)
            return await club.advisor.hint(room, player, message_id)
        case Evaluate(_, message_id):
            return await _evaluated(club, room, who, message_id)


async def answer_word(club: Club, room: Room, who: str | None, word: Say | Mute | Report) -> Done:
    """Say something in the chat of a room, or report or mute a line."""
    match word:
        case Say(_, message_id, text):
            if who is None or room.player_of(who) is None:
                await club.groups.require_voice(who)
            return Done(message_id, await club.chat.say(room, who, message_id, text))
        case Report(_, message_id, number):
            await club.chat.report(room, who, number)
            return Done(message_id, number)
        case Mute(_, message_id, number, on):
            await club.chat.mute(room, who, number, on=on)
            return Done(message_id, number)


async def _evaluated(club: Club, room: Room, who: str | None, message_id: str) -> Evaluated:
    """The evaluation one turn ago: the live one would let a spectator help a player."""
    require_onlooker(room, await club.fair_play.people(who))
    version, before = room.version, None
    if room.situation.phase is not Phase.OVER:
        events = [entry.event for entry in room.entries]
        before = one_turn_ago(events, in_log(room.match.rotation))
    if before is not None:
        await club.fair_play.require(who, before)
    found = await club.advisor.look_back(room, before)
    win, equity = (found.win, found.equity) if found else (None, None)
    return Evaluated(message_id, room.record.id, version, win, equity)
