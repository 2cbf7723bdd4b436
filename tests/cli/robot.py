"""A person of straw: answers every question of `nardy play` legally, in many notations."""

from dataclasses import dataclass, field
from random import Random

from nardy.cli.play.advice import answers, before_roll
from nardy.cli.play.command import MatchLoop
from nardy.cli.play.screen import Screen
from nardy.cli.play.table import TerminalMatch
from nardy.core.draft import Draft
from nardy.core.situation import Phase
from nardy.core.words import place_text

MOST_ASKED = 4_000
CLUTTER = ("?", "pips", "history", "board", "why", "8/5", "undo", "hello", "why 24/23", "save")


@dataclass
class Robot(Screen):
    """A screen with somebody before it who types by chance, from a seed."""

    seed: int = 0
    table: TerminalMatch | None = None
    games: int = 1
    """After how many games it leaves."""
    clutter: float = 0.1
    """How often it types something that plays nothing."""
    questions: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        self.chance = Random(self.seed)

    def ask(self, key: str, **values: object) -> str:
        self.questions.append(self.word(key, **values))
        assert len(self.questions) < MOST_ASKED
        assert self.table
        if key == "prompt_next_game":
            return "quit" if len(self.table.match.games) >= self.games else ""
        if self.chance.random() < self.clutter:
            return self.chance.choice(CLUTTER)
        return self._act(key)

    def _act(self, key: str) -> str:
        assert self.table
        situation = self.table.game.situation
        match key:
            case "confirm_turn":
                return "undo" if self.chance.random() < 0.1 else ""
            case "prompt_turn" | "prompt_turn_of":
                return self._turn()
            case "prompt_answer":
                return self.chance.choice(answers(situation))
            case "prompt_dice" | "prompt_opening_dice" | "prompt_dice_or":
                return f"{self.chance.randint(1, 6)} {self.chance.randint(1, 6)}"
            case "prompt_bomb":
                return self.chance.choice(["", "bomb"])
            case _:
                acts = ["", "roll", *before_roll(self.table.game)]
                return "resign" if self.chance.random() < 0.02 else self.chance.choice(acts)

    def _turn(self) -> str:
        """A whole turn as text, or one move of it."""
        assert self.table
        game = self.table.game
        draft = game._draft or Draft(game.situation)  # noqa: SLF001 (what was made so far)
        is_short = game.situation.dice and len(game.situation.dice.numbers) <= 4
        if is_short and not draft.moves and self.chance.random() < 0.5:
            return str(self.chance.choice(list(game.legal_turns)))
        move = self.chance.choice(list(draft.legal_moves))
        return f"{place_text(move.origin)}/{place_text(move.target)}"


def sit_down(table: TerminalMatch, robot: Robot) -> MatchLoop:
    robot.table = table
    return MatchLoop(table, robot)


def plays_on(table: TerminalMatch) -> bool:
    return table.game.phase is not Phase.OVER
