"""What comes with nardy beside code: the weights of its networks."""

from importlib.resources import files
from importlib.resources.abc import Traversable


def weights_file(game: str) -> Traversable:
    """The file of a game's network, by the game's id; it may not exist."""
    return files("nardy.data").joinpath("weights", f"{game}.npz")
