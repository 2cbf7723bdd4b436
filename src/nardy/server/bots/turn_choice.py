"""What a bot does in a situation: found here, or by a worker that is told the position and the bot's name."""

import contextlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

from nardy.bots.baseline.bot import BaselineBot
from nardy.bots.bot import Bot
from nardy.bots.registry import load_bot
from nardy.core.draft import Draft
from nardy.core.situation import Phase, Situation
from nardy.errors import NardyError
from nardy.server.games.position_texts import understood
from nardy.server.jobs.orders import TURN, JobOrder, order_about
from nardy.server.protocol.messages import DieMove

SUBSTITUTE = "baseline"
"""The bot that plays where the named one cannot."""
bot_named = lru_cache(maxsize=32)(load_bot)


class BotChoice(msgspec.Struct):
    """An act, and the bot that chose it."""

    bot: str
    act: str
    moves: list[DieMove] = []
    turn: str = ""


def choice_of(situation: Situation, spec: str) -> BotChoice:
    """The act of a bot."""
    # A missing or broken network must not end a game; `baseline` plays instead.
    with contextlib.suppress(NardyError):
        return _choice(bot_named(spec), situation, spec)
    return substitute_choice(situation)


def substitute_choice(situation: Situation) -> BotChoice:
    """The act of the bot that needs no network."""
    return _choice(BaselineBot(), situation, SUBSTITUTE)


def _choice(bot: Bot, situation: Situation, name: str) -> BotChoice:
    if situation.phase is not Phase.TURN:
        return BotChoice(name, bot.choose_act(situation))
    turn = bot.choose_turn(situation)
    if isinstance(turn, Draft):
        moves = [DieMove(move.origin, move.target) for move in turn.moves]
        return BotChoice(name, "play", moves)
    return BotChoice(name, "play", turn=str(turn))


def turn_order(situation: Situation, spec: str, urgency: int) -> JobOrder | None:
    """The job that finds the act of a bot; None if the position cannot be told."""
    return order_about(TURN, urgency, situation, {"bot": spec})


def turn_found(payload: Mapping[str, Any]) -> BotChoice:
    """The act that such a job asks for."""
    return choice_of(understood(payload["position"]), payload["bot"])
