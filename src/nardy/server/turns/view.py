"""The current state of a match as a message, with absolute seats and all legal acts."""

from functools import lru_cache
from typing import Literal

from nardy.core.cube import Owner
from nardy.core.game import Game
from nardy.core.legal_acts import legal_acts, sizes_to_resign
from nardy.core.match import Match
from nardy.core.options import rules_text
from nardy.core.outcome import points_lost, possible_sizes
from nardy.core.player import Player
from nardy.core.race import have_passed
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.core.text import situation_text
from nardy.games.catalog import default_variant, stake_of
from nardy.render.labels import result_word, result_words, say
from nardy.render.phrases import changed_words, game_name
from nardy.server.protocol import messages
from nardy.server.protocol.messages import Laws, Seat, View
from nardy.translations import LANGUAGES


def seat_of(player: Player) -> Seat:
    """The seat's name in messages."""
    return "white" if player is Player.WHITE else "black"


def view_of(match: Match) -> View:
    """The current state of a match, the same for every page."""
    game = match.game
    now = game.situation
    white = now if now.to_act is Player.WHITE else now.flipped()
    after_game = ["next"] if match.length and not match.is_over else []
    return View(
        position=situation_text(now),
        white=list(white.position.player),
        black=list(white.position.opponent),
        white_pinned=sorted(white.position.player_pinned),
        black_pinned=sorted(white.position.opponent_pinned),
        phase=now.phase.value,
        to_act=seat_of(now.to_act),
        on_roll=seat_of(now.on_roll),
        roll=list(now.roll) if now.roll else [],
        dice=list(now.dice.numbers) if now.dice else [],
        left=bool(now.left),
        acts=list(legal_acts(now, has_doubled=game.is_bomb_spent, resigned=game.resigned))
        or after_game,
        offer=now.offer.value if now.offer else None,
        cube=cube_of(now),
        bomb=_bomb(now),
        score=_score(match),
        result=_result(match),
        game=len(match.games),
        is_race=have_passed(now.rules, now.position),
        losses=_losses(game),
    )


def _owner(now: Situation, owner: Owner) -> Seat | None:
    if owner is Owner.NOBODY:
        return None
    return seat_of(now.to_act if owner is Owner.PLAYER else now.to_act.opponent)


def cube_of(now: Situation) -> messages.CubeView | None:
    """The cube; None if nobody may double."""
    if not now.rules.cube_play or now.is_crawford:
        return None
    return messages.CubeView(now.cube.value, _owner(now, now.cube.owner))


def _bomb(now: Situation) -> Seat | Literal["nobody"] | None:
    if not now.rules.bomb or now.phase is Phase.OVER:
        return None
    return _owner(now, now.bomb) or "nobody"


def _score(match: Match) -> messages.ScoreView | None:
    score = match.game.situation.score
    if score is None:
        return None
    white, black = match.score[Player.WHITE], match.score[Player.BLACK]
    return messages.ScoreView(score.length, white, black, score.is_crawford)


def _result(match: Match) -> messages.GameResult | None:
    game = match.game
    result = game.outcome
    if result is None:
        return None
    size = game.ended_as
    if result.winner is None:
        kept, points = "draw" if size == "draw" else "void", game.points
        phrases = {one: say(one, size, points=points).rstrip(".") for one in LANGUAGES}
        return messages.GameResult(None, points, kept, phrases)
    name = game.rules.result_name(size)
    words = {language: result_word(language, name) for language in LANGUAGES}
    return messages.GameResult(seat_of(result.winner), game.points, name, words)


def _losses(game: Game) -> dict[str, dict[str, float]]:
    """The sizes that each seat may resign, with their costs in points."""
    now = game.situation
    if now.phase is Phase.OVER:
        return {}
    # While an offer is on the table, nothing has been refused yet.
    mine = sizes_to_resign(now, () if now.phase is Phase.ANSWER else game.resigned)
    theirs = possible_sizes(now.rules, now.position.opponent)
    return {
        seat_of(player): {size: points_lost(now, size) for size in sizes}
        for player, sizes in ((now.to_act, mine), (now.to_act.opponent, theirs))
    }


def laws_of(rules: Rules) -> Laws:
    """The facts of a game for the page; cached and shared, so do not modify them."""
    return _laws_of(rules, rules.published)


@lru_cache(maxsize=512)
def _laws_of(rules: Rules, published: Rules) -> Laws:
    """Keyed by both, since different games may have equal laws."""
    return Laws(
        id=published.id,
        text=rules_text(rules),
        name={language: game_name(published, language) for language in LANGUAGES},
        changed={language: changed_words(rules, language) for language in LANGUAGES},
        direction=rules.direction.value,
        contact=rules.contact.value,
        checkers=rules.checkers,
        has_head=rules.start.player[24] == rules.checkers,
        has_cube=rules.cube_play,
        has_bomb=rules.bomb,
        start=list(rules.start.player),
        begins=rules_text(default_variant(published)),
        stake=stake_of(rules),
        results=result_words(rules),
    )
