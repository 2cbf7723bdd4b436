"""A position or a turn in words, for screen readers and speech."""

from collections.abc import Iterable

from nardy.core.choices import Contact
from nardy.core.player import Player
from nardy.core.position import BAR, OFF
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.core.turn import Move
from nardy.core.words import Word, join_moves
from nardy.render.board_view import OwnCheckers, seen_point, sides
from nardy.render.labels import say
from nardy.render.phrases import awaited, circumstances, game_name
from nardy.translations import counted, texts


def sentences(
    situation: Situation, language: str = "en", *, seen_by: Player | None = None
) -> list[str]:
    """The position in sentences: game, player to act, both sides, score and cube.

    Each side is in its own numbering, as in position text. With *seen_by* all points are in
    that player's numbering, so that the sides can be compared.

    >>> from nardy.games import HYPERGAMMON
    >>> start = Situation(rules=HYPERGAMMON, position=HYPERGAMMON.start)
    >>> sentences(start, "ru")[2:4]
    ['Белые: 1 шашка на 24, 1 на 23, 1 на 22.', 'Пипсов: 69.']
    """
    both = sides(situation)
    first = seen_by or Player.WHITE
    numbering = say(language, "own_numbering")
    if seen_by is not None:
        numbering = say(language, "one_numbering", player=seen_by)
    now = [awaited(situation, language)]
    is_over = situation.phase is Phase.OVER
    return [
        f"{game_name(situation.rules, language)}.",
        *([] if is_over else now),
        *_side(both[first], situation.rules, language, seen_by),
        *_side(both[first.opponent], situation.rules, language, seen_by),
        *circumstances(situation, language),
        *(now if is_over else []),
        numbering,
    ]


def _side(side: OwnCheckers, rules: Rules, language: str, seen_by: Player | None) -> list[str]:
    viewer = seen_by or side.player
    places: list[str] = []
    for place in [*range(BAR, OFF, -1), OFF]:
        count = side.counts[place]
        if count:
            checkers = str(count) if places else counted(language, "checkers", count)
            point = seen_point(rules, place, side.player, viewer)
            key = {BAR: "on_bar", OFF: "borne_off"}.get(place, "on_point")
            key = "pinned" if place in side.pinned else key
            places.append(say(language, key, checkers=checkers, point=point))
    return [
        say(language, "side", player=side.player, places=", ".join(places)),
        say(language, "pip_count", count=side.pip_count),
    ]


def turn_in_words(moves: Iterable[Move], rules: Rules, language: str = "en") -> str:
    """A turn in words, to follow the player's name.

    >>> from nardy.games import BACKGAMMON
    >>> turn_in_words([Move(8, 5), Move(6, 5, hits=True)], BACKGAMMON)
    'moves from 8 to 5 and from 6 to 5, hitting'
    >>> turn_in_words([Move(6, 0), Move(6, 0)], BACKGAMMON, "ru")
    'выброс 2 шашек с 6'
    """
    words = join_moves(moves)
    if not words:
        return say(language, "dance")
    acts: dict[str, list[str]] = {"enters": [], "moves": [], "bears_off": []}
    for word in words:
        moves_off = word.places[-1] == OFF
        key = "enters" if word.places[0] == BAR else "bears_off" if moves_off else "moves"
        acts[key].append(_way(word, rules, language))
    made = [say(language, act, ways=_listed(ways, language)) for act, ways in acts.items() if ways]
    return _listed(made, language)


def _way(word: Word, rules: Rules, language: str) -> str:
    origin, target = word.places[0], word.places[-1]
    key = "way_off" if target == OFF else "way_in" if origin == BAR else "way"
    said = say(language, key, origin=origin, target=target)
    if word.times > 1:
        noun = "of_checkers" if target == OFF else "checkers"
        said = f"{counted(language, noun, word.times)} {said}"
    return said + _contact(word, rules, language)


def _contact(word: Word, rules: Rules, language: str) -> str:
    if not word.hits:
        return ""
    key = "pinning" if rules.contact is Contact.PIN else "hitting"
    if word.hits == frozenset({word.places[-1]}):
        return f", {say(language, key)}"
    points = _listed([str(point) for point in sorted(word.hits, reverse=True)], language)
    return f", {say(language, f'{key}_on', points=points)}"


def _listed(parts: list[str], language: str) -> str:
    *before, last = parts
    if not before:
        return last
    # A part with a comma of its own must be closed by another.
    comma = "," if "," in before[-1] else ""
    return ", ".join(before) + comma + texts(language, "language")["and"] + last
