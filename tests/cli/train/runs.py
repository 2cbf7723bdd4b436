"""Short runs of `nardy train`, and their files."""

from pathlib import Path

from tests.cli.talk import Answer, nardy

from nardy.evaluation.network import weights
from nardy.evaluation.network.network import Network
from nardy.games import GAMES

HYPERGAMMON = GAMES["hypergammon"]
ASKED = ("--hidden", 8, "--processes", 1, "--out", "f.npz")


def run(rounds: int, *more: object, game: str = "hypergammon") -> Answer:
    return nardy("train", game, "--rounds", rounds, *ASKED, *more)


def trained() -> tuple[Network, weights.Manifest]:
    return weights.load(Path("f.npz"), HYPERGAMMON)


def forgotten() -> None:
    """Nothing of an earlier run lies there."""
    Path("f.npz").unlink()
    Path("f.npz.checkpoint").unlink()


def saved(game: str, hidden: int = 8, second: int = 32) -> str:
    path = Path(f"{game}-{hidden}-{second}.npz")
    weights.save(Network.random(GAMES[game], hidden, second, 5), {}, path)
    return str(path)
