import msgspec

from nardy.server.dice_counts.tally import nothing
from nardy.server.protocol.dice import DiceCounts


def test_counts_travel_and_come_back() -> None:
    counts = nothing()
    assert msgspec.json.decode(msgspec.json.encode(counts), type=DiceCounts) == counts
