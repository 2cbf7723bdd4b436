"""Bots that fail in an exam."""

import pytest

from nardy.bots.bot import Bot
from nardy.bots.random_bot import RandomBot
from nardy.bots.ubgi.process import ExternalBotError
from nardy.errors import IllegalTurnError
from nardy.labels.asked_bot import AskedBot


class Asking:
    """Answers by a letter of a text; a dash is a failure."""

    def __init__(self, answers: str) -> None:
        self.answers = iter(answers)
        self.asked = 0

    def __call__(self, _: Bot) -> str:
        self.asked += 1
        answer = next(self.answers)
        if answer == "-":
            raise ExternalBotError("expected an answer, got none")
        return answer


def test_failures_are_counted_and_others_answer() -> None:
    bot, ask = AskedBot(RandomBot()), Asking("a--b-c")
    assert [bot.answer(ask) for _ in range(6)] == ["a", None, None, "b", None, "c"]
    assert bot.failed == 3


def test_after_three_failures_in_a_row_it_is_asked_no_more() -> None:
    bot, ask = AskedBot(RandomBot()), Asking("a---b")
    assert [bot.answer(ask) for _ in range(8)] == ["a", *[None] * 7]
    assert (bot.failed, ask.asked) == (7, 4)


def test_an_illegal_turn_is_a_failure_and_another_error_is_not() -> None:
    def illegal(_: Bot) -> str:
        raise IllegalTurnError("not-rolled", "expected a turn, got another")

    def wrong(_: Bot) -> str:
        raise ValueError("expected a network, got none")

    bot = AskedBot(RandomBot())
    assert bot.answer(illegal) is None
    with pytest.raises(ValueError, match="network"):
        bot.answer(wrong)
    assert bot.failed == 1
