"""Events as sentences on the screen."""

from nardy.cli.play.screen import Screen
from nardy.core import acts
from nardy.core.draft import Draft
from nardy.core.events import Acted, Event, Played, Resigned, Rolled, RolledOff
from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.outcome import mother_is_pinned
from nardy.core.player import Player
from nardy.core.position import BAR, OFF
from nardy.core.situation import Ending, Situation
from nardy.render import labels
from nardy.render.labels import result_word
from nardy.translations import number

_OFFERS = ("double", "beaver", "raccoon")


def tell(
    screen: Screen, game: Game, event: Event, before: Situation, *, is_forced: bool = False
) -> None:
    """Print an event, and its consequences."""
    match event:
        case RolledOff(white, black):
            _tell_roll_off(screen, game, before, (white, black))
        case Rolled(player, (high, low)):
            screen.say("rolled", player=screen.seat(Player(player)), dice=f"{high}-{low}")
        case Played():
            if is_forced and event.moves:
                screen.say("forced", player=screen.seat(before.to_act), turn=event.turn)
            else:
                _tell_turn(screen, event, before)
            _tell_special(screen, before, game.situation)
        case Resigned(player, size):
            _tell_resignation(screen, player, size, game)
        case Acted(player, act):
            _tell_act(screen, Player(player), act, game, before)
        case _:
            pass


def _tell_roll_off(screen: Screen, game: Game, before: Situation, throw: tuple[int, int]) -> None:
    white, black = throw
    screen.say("opening_roll", **screen.seats, white_die=white, black_die=black)
    seat, value = screen.seat(game.to_act), game.situation.cube.value
    if white == black and value != before.cube.value:
        screen.say("auto_double", value=value)
    elif white == black:
        screen.say("opening_tie")
    elif game.situation.roll:
        screen.say("starts_with", player=seat, dice=f"{max(throw)}-{min(throw)}")
    else:
        screen.say("who_starts", player=seat)


def _tell_turn(screen: Screen, event: Played, before: Situation) -> None:
    seat = screen.seat(Player(event.player))
    if event.accepted:
        screen.say("bot_plays", player=seat, turn=event.turn)
        screen.say("accepted_turn")
    elif not event.moves and before.left:
        screen.say("leftovers_lost", player=seat, dice=" ".join(map(str, before.left)))
    elif not event.moves:
        screen.say("dances", player=seat)
    elif screen.plain:
        draft = Draft(before)
        made = [draft.move(origin, target) for origin, target in event.moves]
        screen.say("moves_made", player=seat, moves=screen.turn(made, event.turn, before))
    else:
        screen.say("bot_plays", player=seat, turn=event.turn)


def _tell_special(screen: Screen, before: Situation, after: Situation) -> None:
    if after.result is not None:
        return
    if after.left:
        seat = screen.seat(after.to_act)
        screen.say("leftover_dice", player=seat, dice=" ".join(map(str, after.left)))
    if after.last and not before.last:
        screen.say("last_throw", player=screen.seat(after.to_act))
    if after.rules.mother:
        for player in Player:
            if _mother_is_pinned(after, player) and not _mother_is_pinned(before, player):
                screen.say("mother_pinned", player=screen.seat(player))


def _mother_is_pinned(situation: Situation, player: Player) -> bool:
    mine = situation.to_act is player
    return mother_is_pinned(situation.position if mine else situation.position.flipped())


def _tell_resignation(screen: Screen, player: str, size: str, game: Game) -> None:
    rules = game.rules
    # After a forfeit the game is already over.
    over = game.outcome
    ended = over or acts.agree_to_resignation(game.situation).result
    worth = (ended.points if ended else 0) * game.situation.cube.value
    result = result_word(screen.language, rules.result_name(size))
    screen.say("resign_offered", player=screen.seat(Player(player)), result=result, points=worth)


def _tell_act(screen: Screen, player: Player, act: str, game: Game, before: Situation) -> None:
    seat, value = screen.seat(player), game.situation.cube.value
    if act in _OFFERS:
        screen.say(f"{act}_offered", player=seat, value=value * 2)
    elif act == "take":
        screen.say("taken", player=seat, value=value)
    elif act == "pass":
        screen.say("passed", player=seat, points=game.points)
    elif act == "bomb":
        count = _on_bars(game.situation) - _on_bars(before)
        screen.say("bomb_explodes", player=seat, checkers=count)
    else:
        screen.say("resign_accepted" if act == "accept" else "resign_refused")


def _on_bars(situation: Situation) -> int:
    return situation.position.player[BAR] + situation.position.opponent[BAR]


def tell_result(screen: Screen, match: Match) -> None:
    game = match.game
    result = game.outcome
    if result is None:
        return
    if result.ending is Ending.VOID:
        how = "mothers" if game.ended_as == "mothers" else "void"
        screen.line(labels.say(screen.language, how))
    elif result.winner is None:
        screen.line(labels.say(screen.language, "draw", points=game.points))
    else:
        _tell_winner(screen, game, result.winner)
    tell_score(screen, match)


def _tell_winner(screen: Screen, game: Game, winner: Player) -> None:
    """Print the winner, the name of the win, and the points including the cube."""
    won_by_hit = game.rules.first_hit_wins and isinstance(game.events[-1], Played)
    sides = game.position.player, game.position.opponent
    if won_by_hit and not any(side[OFF] == game.rules.checkers for side in sides):
        screen.say("first_hit")
    result = result_word(screen.language, game.rules.result_name(game.ended_as))
    screen.say("game_won", player=screen.seat(winner), result=result, points=game.points)


def tell_score(screen: Screen, match: Match) -> None:
    white, black = (number(screen.language, points) for points in match.score.values())
    scores = {**screen.seats, "white_score": white, "black_score": black}
    if match.length:
        screen.say("match_score", length=match.length, **scores)
    else:
        screen.say("money_score", games=sum(g.outcome is not None for g in match.games), **scores)
    if match.winner:
        screen.say("match_won", player=screen.seat(match.winner), score=f"{white}-{black}")
