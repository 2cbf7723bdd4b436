"""`nardy play`: a game in the terminal."""

from pathlib import Path

import click

from nardy.cli.inputs import GameChoice, language_option, takes_game
from nardy.cli.news import tell, tell_result
from nardy.cli.person import Leave, Person
from nardy.cli.play_options import PlayOptions, play_options
from nardy.cli.saving import Setting, default_path
from nardy.cli.screen import Screen
from nardy.cli.table import Table, open_table, resume_table
from nardy.core.draft import Draft
from nardy.core.events import Event
from nardy.core.options import rules_text, with_options
from nardy.core.situation import Phase, Situation
from nardy.errors import TooManyTurns
from nardy.games import ROTATIONS


@click.command()
@takes_game
@play_options
@click.option("--plain", is_flag=True, help="Positions and moves in sentences; no board.")
@language_option
def command(game: GameChoice, options: PlayOptions, plain: bool, language: str) -> None:
    """Play a game in the terminal: people, bots, any rules.

    GAME is a game, with a preset or options if you like: backgammon, long-nardy@draw,
    "plakoto,mother=off"; or tavli, for portes, plakoto and fevga in turn. White is you and
    Black a bot, unless --white or --black say otherwise: person, baseline or random.

    A turn is typed as 8/5 6/5, whole or move by move; ? lists what is lawful. Every act is
    saved at once: --resume goes on after anything.

    Example: nardy play long-nardy --black baseline --match 3
    """
    screen = Screen.of_terminal(language, plain=plain)
    path = options.save or default_path()
    if options.resume is not None:
        table = resume_table(Path(options.resume) if options.resume else path)
        screen.say("resumed", file=table.file)
    else:
        table = open_table(setting_of(game, options), path)
    try:
        Session(table, screen).run()
    except (Leave, EOFError, KeyboardInterrupt):
        screen.say("saved", file=table.file)
        screen.say("goodbye")


def setting_of(game: GameChoice, options: PlayOptions) -> Setting:
    """What the command line asks to be played."""
    rotation = ROTATIONS.get(game.name or "")
    chosen = rotation or (game.rules(),)
    if options.cube is not None:
        cube = "on" if options.cube else "off"
        chosen = tuple(with_options(rules, {"cube_play": cube}) for rules in chosen)
    return Setting(
        games=tuple(rules_text(rules) for rules in chosen),
        length=options.match,
        white=options.white,
        black=options.black,
        seed=options.seed,
        game_file=game.file.read_text(encoding="utf-8") if game.file else None,
        real_dice=options.real_dice,
    )


class Session:
    """The match from here to its end, or until the person leaves."""

    def __init__(self, table: Table, screen: Screen) -> None:
        """Bring the table and the screen together."""
        self.table = table
        self.screen = screen
        self.person = Person(table, screen)

    def run(self) -> None:
        """Act after act, each saved before it is told."""
        while True:
            if self.table.game.phase is Phase.OVER:
                if not self._next_game():
                    return
                continue
            before, count = self.table.game.situation, len(self.table.game.events)
            self._act()
            self.table.save()
            for event in self.table.game.events[count:]:
                self._tell(event, before)

    def _act(self) -> None:
        game, bot = self.table.game, self.table.bot_to_act()
        if game.phase is Phase.OPENING:
            self._open()
        elif game.phase is Phase.TURN and self._plays_itself():
            pass
        elif bot is None:
            self.person.act()
        elif game.phase is Phase.TURN:
            game.play(bot.choose_turn(game.situation))
        else:
            self._bot_act(bot.choose_act(game.situation))

    def _open(self) -> None:
        if self.table.setting.real_dice:
            roll = self.person.read_dice()
            self.table.game.open(*roll)
        else:
            self.table.game.open()

    def _plays_itself(self) -> bool:
        """Play a dance, or a person's only turn, without asking."""
        game = self.table.game
        draft = Draft(game.situation)
        if draft.is_complete:
            game.play("(no move)")
            return True
        if self.table.bot_to_act() or self.table.setting.real_dice or len(draft.legal_moves) > 2:
            return False
        try:
            only = list(game.legal_turns)
        except TooManyTurns:
            return False
        if len(only) == 1:
            self.screen.say("forced", turn=only[0])
            game.play(only[0])
        return len(only) == 1

    def _bot_act(self, act: str) -> None:
        game = self.table.game
        real = self.table.setting.real_dice and act == "roll"
        {
            "roll": lambda: game.roll(self.person.read_dice() if real else None),
            "double": game.offer_double,
            "bomb": game.explode,
            "take": game.take,
            "pass": game.pass_double,
            "beaver": game.beaver,
            "raccoon": game.raccoon,
            "accept": game.agree,
            "refuse": game.refuse,
        }[act]()

    def _tell(self, event: Event, before: Situation) -> None:
        tell(self.screen, self.table.game, event, before)

    def _next_game(self) -> bool:
        """Tell the result; begin the next game if there is one."""
        match = self.table.match
        self.screen.board(self.table.game.situation, self.person.viewer)
        tell_result(self.screen, match)
        if match.is_over or not (match.length or self.table.people):
            return False
        if self.table.people and self.screen.ask("prompt_next_game").casefold() in ("quit", "q"):
            return False
        match.next_game()
        self.table.save()
        self.screen.say("game_number", number=len(match.games))
        if match.is_crawford:
            self.screen.say("crawford")
        return True
