"""The state of play, one sentence each, and names for menus of options, their values and presets.

The rule book explains the options.
"""

from typing import TypeVar

from nardy.core.choices import LastThrow
from nardy.core.cube import Offer, Owner
from nardy.core.options import OPTIONS, option_text, options_of
from nardy.core.outcome import ended_as
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.core.situation import Ending, Phase, Situation
from nardy.render.board_view import player_of
from nardy.render.labels import result_word, say
from nardy.translations import check_language, number, texts

Value = TypeVar("Value")


def game_name(rules: Rules, language: str) -> str:
    """The game and its changed options: 'Long nardy (last_throw=half)'."""
    check_language(language)
    name = rules.russian if language == "ru" and rules.russian else rules.name
    changed = options_of(rules)
    if changed and changed == dict(dict(rules.published.presets).get("single", ())):
        options = preset_word(rules.published.id, "single", language).lower()
    else:
        options = ", ".join(f"{option}={value}" for option, value in changed.items())
    return name[:1].upper() + name[1:] + (f" ({options})" if options else "")


def awaited(situation: Situation, language: str) -> str:
    """The player to act and what they must do: 'White to play 3-1.'.

    >>> from nardy.games import BACKGAMMON
    >>> awaited(Situation(rules=BACKGAMMON, position=BACKGAMMON.start), "ru")
    'Бросок белых.'
    """
    match situation.phase:
        case Phase.OVER:
            return _ending(situation, language)
        case Phase.OPENING:
            return say(language, "opening")
        case Phase.ANSWER:
            return _offered(situation, language)
        case Phase.TURN:
            key = "to_play_left" if situation.left else "to_play"
            return say(language, key, player=situation.to_act, dice=dice_text(situation))
        case Phase.ROLL:
            return say(language, "to_roll", player=situation.to_act)


def dice_text(situation: Situation) -> str:
    """The roll or the leftover dice: '3-1', '5, 6, 6'."""
    if situation.left:
        return ", ".join(map(str, situation.left))
    return f"{situation.roll.high}-{situation.roll.low}" if situation.roll else ""


def circumstances(situation: Situation, language: str) -> list[str]:
    """Score, cube, bomb, and what else the laws of this game depend on."""
    found = [*_score(situation, language), *_cube(situation, language), *_bomb(situation, language)]
    if situation.turns is not None:
        white, black = by_seat(situation, situation.turns)
        found.append(say(language, "turns", white=white, black=black))
    if situation.rules.last_throw is not LastThrow.OFF:
        found.append(say(language, "first", player=situation.first))
    if situation.last:
        found.append(say(language, "last", player=situation.to_act))
    return found


def by_seat(situation: Situation, own: tuple[Value, Value]) -> tuple[Value, Value]:
    """White's and Black's values, from those of the player who must act and the opponent."""
    return own if situation.to_act is Player.WHITE else (own[1], own[0])


def _offered(situation: Situation, language: str) -> str:
    offer, player = situation.offer, situation.to_act
    assert offer is not None
    if not offer.is_resignation:
        value = offered_value(situation)
        return say(language, offer.value, player=player, value=value)
    result = result_word(language, situation.rules.result_name(offer.value))
    said = say(language, "resigns", player=player, result=result)
    if situation.roll is None:
        return said
    return f"{said} {say(language, 'with_roll', player=player, dice=dice_text(situation))}"


def offered_value(situation: Situation) -> int:
    """The value of the cube if the offer is taken; 0 if no cube is offered."""
    is_cube = situation.offer in (Offer.DOUBLE, Offer.BEAVER, Offer.RACCOON)
    return situation.cube.value * 2 if is_cube else 0


def _ending(situation: Situation, language: str) -> str:
    """The end of the game; points include the cube."""
    result = situation.result
    if result is None:
        return say(language, "over")
    if result.ending is Ending.VOID:
        return say(language, ended_as(situation))
    points = result.points * situation.cube.value
    if result.winner is None:
        return say(language, "draw", points=points)
    return say(language, "won", player=result.winner, points=points)


def _score(situation: Situation, language: str) -> list[str]:
    score = situation.score
    if score is None:
        return []
    points = by_seat(situation, (score.player, score.opponent))
    white, black = (number(language, one) for one in points)
    said = say(language, "score", length=score.length, white=white, black=black)
    return [said, say(language, "crawford")] if score.is_crawford else [said]


def has_cube(situation: Situation) -> bool:
    return situation.rules.cube_play and not situation.is_crawford


def _cube(situation: Situation, language: str) -> list[str]:
    if not has_cube(situation):
        return []
    value, owner = situation.cube.value, player_of(situation, situation.cube.owner)
    if owner is not None:
        return [say(language, "cube_owned", player=owner, value=value)]
    key = "cube_centered" if value == 1 else "cube_centered_at"
    return [say(language, key, value=value)]


def _bomb(situation: Situation, language: str) -> list[str]:
    if not situation.rules.bomb:
        return []
    if situation.bomb is Owner.NOBODY:
        return [say(language, "bomb_nobody")]
    owner = player_of(situation, situation.bomb) or situation.to_act
    return [say(language, "bomb_owned", player=owner)]


def option_word(name: str, language: str) -> str:
    """The name of an option.

    >>> option_word("cube_play", "ru")
    'Куб удвоения'
    """
    return texts(language, "laws")[f"option.{name}"]


def value_word(name: str, value: str, language: str) -> str:
    """The name of a value of an option.

    >>> value_word("last_throw", "half", "en")
    'yes, a draw is half a point'
    >>> value_word("cascade_from", "4", "en")
    '4'
    """
    words = texts(language, "laws")
    return words.get(f"option.{name}={value}") or words.get(f"value.{value}") or value


def preset_word(game: str, preset: str, language: str) -> str:
    """The name of a preset; the id itself for a preset of the club's own."""
    words = texts(language, "laws")
    return words.get(f"preset.{game}@{preset}") or words.get(f"preset.{preset}") or preset


def standing_options(rules: Rules) -> dict[str, str]:
    """The options that apply to a game, each with its value there."""
    return {
        name: option_text(rules, name) for name, option in OPTIONS.items() if option.stands(rules)
    }


def changed_words(rules: Rules, language: str) -> list[str]:
    """The differences from the published game, in words.

    >>> from nardy.games import find_game
    >>> changed_words(find_game("long-nardy@no-six"), "en")
    ['Two from the head: any double, any turn', 'Six points in a row: never']

    The options of a single game are left out, since the length of the match already says so:

    >>> changed_words(find_game("backgammon@single"), "en")
    []
    """
    single = dict(dict(rules.published.presets).get("single", ()))
    return [
        f"{option_word(name, language)}: {value_word(name, value, language)}"
        for name, value in options_of(rules).items()
        if single.get(name) != value
    ]
