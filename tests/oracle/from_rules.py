"""Games that the oracle's own catalog does not tell, as plain dicts made from their Rules.

The hand-written catalog holds the data of its games. For a later game the oracle checks the laws alone.
"""

from nardy.core.options import OPTIONS, option_text
from nardy.core.rules import Rules


def shape_of(rules: Rules) -> dict:
    """Id, start, direction and contact."""
    start = {point: count for point, count in enumerate(rules.start.player) if count}
    shape = {"direction": str(rules.direction), "contact": str(rules.contact)}
    return {"id": rules.id, "start": start, **shape}


def options_of(rules: Rules) -> dict:
    """Every option that the game has, with the value as published."""
    names = [name for name, option in OPTIONS.items() if option.stands(rules)]
    return {name: value_of(name, option_text(rules, name)) for name in names}


def presets_of(rules: Rules) -> dict:
    """The options of each preset, by `id@name`."""
    return {
        f"{rules.id}@{name}": {option: value_of(option, text) for option, text in options}
        for name, options in rules.presets
    }


def value_of(option: str, text: str) -> int | str:
    """Numbers as ints; stakes are text, however many there are."""
    return int(text) if text.isdigit() and option != "stakes" else text
