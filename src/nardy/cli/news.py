"""What happened, told to the people at the table."""

from nardy.cli.screen import Screen
from nardy.cli.words import plural
from nardy.core.events import Acted, Event, Played, Resigned, Rolled, RolledOff
from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.outcome import loss
from nardy.core.player import Player
from nardy.core.situation import Ending, Situation
from nardy.core.turn import Move
from nardy.render.labels import result_word

_OFFERS = {"double": 2, "beaver": 2, "raccoon": 2}


def tell(screen: Screen, game: Game, event: Event, before: Situation) -> None:
    """One event in a sentence."""
    match event:
        case RolledOff(white, black):
            _tell_roll_off(screen, game, white, black)
        case Rolled(player, (high, low)):
            seat = screen.seat(Player(player))
            screen.say("rolled", player=seat, dice=f"{high}-{low}")
        case Played(player, turn, moves, accepted):
            _tell_turn(screen, player, turn, moves, before)
            if accepted:
                screen.say("accepted_turn")
        case Resigned(player, size):
            _tell_resignation(screen, player, size, game)
        case Acted(player, act):
            _tell_act(screen, player, act, game, before)
        case _:
            pass


def _tell_roll_off(screen: Screen, game: Game, white: int, black: int) -> None:
    seats = {"white": screen.seat(Player.WHITE), "black": screen.seat(Player.BLACK)}
    screen.say("opening_roll", **seats, white_die=white, black_die=black)
    if white == black:
        value = game.situation.cube.value
        screen.say("auto_double", value=value) if value > 1 else screen.say("opening_tie")
    else:
        screen.say("who_starts", player=screen.seat(game.to_act))


def _tell_turn(
    screen: Screen,
    player: str,
    turn: str,
    moves: tuple[tuple[int, int], ...],
    before: Situation,
) -> None:
    seat = screen.seat(Player(player))
    if not moves:
        screen.say("dances", player=seat)
        return
    made = [Move(*move) for move in moves]
    screen.say("bot_plays", player=seat, turn=screen.turn(made, turn, before))


def _tell_resignation(screen: Screen, player: str, size: str, game: Game) -> None:
    situation = game.situation
    result = result_word(screen.language, situation.rules.result_name(size))
    points = plural(screen.language, "points", situation.cube.value)
    screen.say("resign_offered", player=screen.seat(Player(player)), result=result, points=points)


def _tell_act(screen: Screen, player: str, act: str, game: Game, before: Situation) -> None:
    seat = screen.seat(Player(player))
    value = game.situation.cube.value
    if act in _OFFERS:
        screen.say(f"{act}_offered", player=seat, value=value * 2)
    elif act == "take":
        screen.say("taken", player=seat, value=value)
    elif act == "pass":
        points = plural(screen.language, "points", game.points)
        screen.say("passed", player=seat, points=points)
    elif act == "bomb":
        checkers = _sent_to_bar(before, game.situation)
        screen.say(
            "bomb_explodes", player=seat, checkers=plural(screen.language, "checkers", checkers)
        )
    else:
        screen.say("resign_accepted" if act == "accept" else "resign_refused")


def _sent_to_bar(before: Situation, after: Situation) -> int:
    """Checkers that the bomb sent to both bars."""
    return sum(position.player[25] + position.opponent[25] for position in (after.position,)) - (
        before.position.player[25] + before.position.opponent[25]
    )


def tell_result(screen: Screen, match: Match) -> None:
    """How the game ended, and the score."""
    game = match.game
    result = game.outcome
    if result is None:
        return
    if result.ending is Ending.VOID:
        screen.say("both_mothers_pinned" if game.rules.mother else "nobody_can_move")
        screen.say("void")
    elif result.winner is None:
        screen.say("draw", points=plural(screen.language, "points", game.points))
    else:
        _tell_winner(screen, game, result.winner)
    tell_score(screen, match)


def _tell_winner(screen: Screen, game: Game, winner: Player) -> None:
    """The winner, what the game calls the win, and the points with the cube."""
    result = game.outcome
    points = result.points if result else 0
    names = {game.rules.stakes[0]: "single"}
    loser = game.position if game.to_act is not winner else game.position.flipped()
    size, worth = loss(game.rules, loser.player)
    if points == worth and points > game.rules.stakes[0]:
        names[worth] = size
    name = game.rules.result_name(names.get(int(points), "gammon" if points > 1 else "single"))
    screen.say(
        "game_won",
        player=screen.seat(winner),
        result=result_word(screen.language, name),
        points=plural(screen.language, "points", game.points),
    )


def tell_score(screen: Screen, match: Match) -> None:
    """The score of the match or session."""
    score = match.score
    seats = {"white": screen.seat(Player.WHITE), "black": screen.seat(Player.BLACK)}
    scores = {"white_score": f"{score[Player.WHITE]:g}", "black_score": f"{score[Player.BLACK]:g}"}
    if match.length:
        screen.say("match_score", length=match.length, **seats, **scores)
    else:
        games = plural(screen.language, "games", sum(g.outcome is not None for g in match.games))
        screen.say("money_score", games=games, **seats, **scores)
    if match.winner:
        score_text = f"{scores['white_score']}-{scores['black_score']}"
        screen.say("match_won", player=screen.seat(match.winner), score=score_text)
