"""`nardy play`: a game in the terminal."""

from typing import Any

import click

from nardy.bots.bot import Bot
from nardy.bots.ubgi.external import forfeit
from nardy.bots.ubgi.process import ExternalBotError
from nardy.cli.inputs import GameChoice, language_option, takes_game
from nardy.cli.play.input_parser import read_line
from nardy.cli.play.narration import tell, tell_result, tell_score
from nardy.cli.play.options import PlayOptions, play_options, resumed, setting_of
from nardy.cli.play.prompt import DiceTakenBack, Prompt, QuitGame
from nardy.cli.play.saving import new_path
from nardy.cli.play.screen import Screen
from nardy.cli.play.table import TerminalMatch, open_table, require_ready
from nardy.core.canonical import legal_turns
from nardy.core.draft import Draft
from nardy.core.events import Acted
from nardy.core.game import Game
from nardy.core.options import rules_text
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.errors import TooManyTurns
from nardy.kernel import compile_missing, is_available
from nardy.render.phrases import game_name


@click.command()
@takes_game
@play_options
@click.option("--plain", is_flag=True, help="Positions and moves in sentences; no board.")
@language_option
def command(game: GameChoice, plain: bool, language: str, **asked: Any) -> None:
    """Play a game in the terminal: people, bots, any rules.

    GAME is a game, with a preset or options if you like: backgammon, long-nardy@draw,
    "plakoto,mother=off"; or tavli, for portes, plakoto and fevga in turn. White is you and
    Black a bot, unless --white or --black say otherwise: person, nardy, baseline or random;
    --level is for an opponent of your strength. Outside a match backgammon and its kin are a
    single game, where every gammon counts; backgammon@money is the game for money.

    A turn is typed as 8/5 6/5, whole or move by move; ? lists what is legal. Every act is
    saved at once: --resume goes on after anything.

    Example: nardy play long-nardy --black baseline --match 3
    """
    screen, options = Screen.of_terminal(language, plain=plain), PlayOptions(**asked)
    if options.resume is None:
        setting = setting_of(game, options)
        require_ready(setting)
        table = open_table(setting, options.save or new_path())
    else:
        table = resumed(options, game)
    compile_missing()
    session = MatchLoop(table, screen)
    try:
        session.introduce(is_resumed=options.resume is not None)
        session.run()
    except (QuitGame, EOFError, KeyboardInterrupt):
        screen.line()
        screen.say("saved", file=table.saved.path)
        screen.say("goodbye")


class MatchLoop:
    """The main loop: plays the match to its end, or until the person quits."""

    def __init__(self, table: TerminalMatch, screen: Screen) -> None:
        self.table = table
        self.screen = screen
        self.screen.keeps_all = not table.people
        self.person = Prompt(table, screen)

    def introduce(self, *, is_resumed: bool) -> None:
        """Print the seats, and for a resumed match its file and score."""
        table, screen = self.table, self.screen
        people = table.people
        if table.saved.kept:
            screen.say("saved_before", file=table.saved.kept)
        if is_resumed:
            games = ", ".join(rules_text(rules) for rules in table.match.rotation)
            screen.say("resumed", file=table.saved.path, games=games)
        seats = {f"{player.value}_seat": screen.seat(player) for player in Player}
        screen.say("seats", white=self._who(Player.WHITE), black=self._who(Player.BLACK), **seats)
        if len(people) == 2 and not screen.plain:
            screen.say("board_turns")
        # Outside a match the score of the first game is 0-0, which says nothing.
        if is_resumed and (table.match.length or len(table.match.games) > 1):
            tell_score(screen, table.match)

    def _who(self, player: Player) -> str:
        if player in self.table.people:
            return self.screen.word("you" if len(self.table.people) == 1 else "a_person")
        return self.table.setting.seat(player)

    def run(self) -> None:
        """Play act by act; each is saved before it is shown."""
        while True:
            if self.table.game.phase is Phase.OVER:
                if not self._next_game():
                    return
                continue
            before, count = self.table.game.situation, len(self.table.game.events)
            try:
                is_forced = self._act()
            except DiceTakenBack:
                continue
            self.table.save()
            for event in self.table.game.events[count:]:
                tell(self.screen, self.table.game, event, before, is_forced=is_forced)

    def _act(self) -> bool:
        """Do the next act; return whether it was forced."""
        game, bot = self.table.game, self.table.bot_to_act()
        if game.phase is Phase.OPENING:
            game.open(*(self.person.read_opening() if self.table.setting.real_dice else ()))
        elif game.phase is Phase.TURN and self._plays_itself():
            return True
        elif bot is None:
            self.person.act()
        elif game.phase is Phase.TURN or not self._is_bombed():
            self._bot_acts(bot)
        return False

    def _bot_acts(self, bot: Bot) -> None:
        """Let a bot act; without a legal answer it loses against a bot, and stops the game against a person.

        Raises:
            ExternalBotError: it gave no legal answer to a person's game, which is saved.
        """
        game = self.table.game
        try:
            if game.phase is Phase.TURN:
                game.play(bot.choose_turn(game.situation))
            elif size := self._given_up(game):
                game.resign(size)
            else:
                # The situation does not show that a double was offered: the bot might try the bomb.
                rolls = game.is_bomb_spent and game.phase is Phase.ROLL
                act = "roll" if rolls else bot.choose_act(game.situation)
                if act == "roll" and self.table.setting.real_dice:
                    game.roll(self.person.read_dice())
                else:
                    game.do(act)
        except ExternalBotError as error:
            if self.table.people:
                path, seat = self.table.saved.path, game.to_act.value
                raise ExternalBotError(
                    f"{error}; the game is saved, go on with another bot: "
                    f"nardy play --resume {path} --{seat} BOT"
                ) from error
            self.screen.say("forfeit", player=self.screen.seat(game.to_act), reason=error)
            forfeit(game)

    def _given_up(self, game: Game) -> str | None:
        """The size of loss that a bot is sure of, to resign; None after a refusal."""
        refused = Acted(game.to_act.opponent.value, "refuse") in game.events
        if refused or game.phase is not Phase.ROLL or not is_available():
            return None
        from nardy.bots.resignation import certain_loss  # noqa: PLC0415 (imports NumPy)

        return certain_loss(game.situation)

    def _plays_itself(self) -> bool:
        """Play a dance or a person's only legal turn without asking."""
        game = self.table.game
        draft = Draft(game.situation)
        if draft.is_complete:
            game.play("(no move)")
            return True
        dice, is_free = game.situation.dice, self.table.bot_to_act() or len(draft.legal_moves) > 2
        if dice is None or is_free or self.table.setting.real_dice:
            return False
        try:
            only = list(legal_turns(game.rules, game.position, dice, 1))
        except TooManyTurns:
            return False
        game.play(only[0])
        return True

    def _is_bombed(self) -> bool:
        """Ask a person, where the rules allow it, whether to explode the bomb before the bot's roll."""
        game = self.table.game
        person = game.to_act.opponent
        may = person in self.table.people and game.may_explode(person)
        return may and self.person.before_their_roll(person)

    def _next_game(self) -> bool:
        """Print the result and start the next game; return False if there is none."""
        match, screen = self.table.match, self.screen
        self.person.show()
        tell_result(screen, match)
        if match.is_over or not (match.length or self.table.people):
            return False
        if self.table.people:
            self._ask_to_go_on()
        match.next_game()
        self.table.save()
        screen.say("game_number", number=len(match.games))
        if len(match.rotation) > 1:
            screen.say("game_is", game=game_name(match.game.rules, screen.language))
        if match.is_crawford:
            screen.say("crawford")
        return True

    def _ask_to_go_on(self) -> None:
        """Ask whether to play another game.

        Raises:
            QuitGame: the answer is no.
        """
        while True:
            act = read_line(self.screen.ask("prompt_next_game"))[0]
            if act in ("quit", "refuse"):
                raise QuitGame
            if act in ("enter", "accept"):
                return
            self.screen.say("hint_next_game")
