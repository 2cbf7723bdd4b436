"""The weights of `baseline`: log odds of winning for one unit of each feature.

Numbers only. A game has its own table where it needs one, else that of its contact.
"""

from collections.abc import Mapping

Weights = Mapping[str, float]

CONTACT: Mapping[str, Weights] = {
    "hit": {
        "lead": 0.35,
        "borne off": 0.3,
        "shots": -0.8,
        "dear shots": -0.8,
        "threats": 0.3,
        "blots": -0.15,
        "on the bar": -0.5,
        "shut in": 1.2,
        "home points": 0.25,
        "key points": 0.2,
        "anchor": 0.4,
        "high anchor": 0.2,
        "back checkers": -0.15,
        "blockade": 0.15,
        "prime of 4": 0.2,
        "prime of 5": 0.3,
        "prime of 6": 0.5,
        "stacks": -0.15,
        "deep": -0.2,
        "builders": 0.1,
    },
    "pin": {
        "lead": 0.3,
        "borne off": 0.3,
        "start": -0.2,
        "pins": 2.5,
        "deep pins": 0.8,
        "shots": -0.8,
        "early shots": -1.5,
        "threats": 0.3,
        "mother danger": -3.0,
        "mother threat": 0.8,
        "blots": -0.1,
        "home points": 0.2,
        "blockade": 0.2,
        "prime of 4": 0.2,
        "prime of 5": 0.3,
        "prime of 6": 0.4,
        "stacks": -0.2,
    },
    "block": {
        "lead": 0.3,
        "borne off": 0.25,
        "head": -0.35,
        "second quarter": 0.25,
        "third quarter": 0.35,
        "home points": 0.45,
        "dead numbers": 0.1,
        "own dead numbers": -0.05,
        "forced": 0.05,
        "blockade": 0.13,
        "prime of 4": 0.02,
        "prime of 5": 0.1,
        "prime of 6": 0.12,
        "stacks": -0.15,
        "runner": 1.0,
    },
}
"""By contact: "hit", "pin", "block"; and by the id of a game that has its own."""

RACE: Weights = {
    "lead": 1.3,
    "borne off": 1.5,
    "waste": -0.7,
    "gaps": -0.2,
    "stragglers": -0.1,
}
"""When nobody has to pass anybody any more."""
