"""Nasty positions: primes, heads, runners, quarters, pins, mothers, blots at home, full bars.

Each maker gives the mover's side and the other's, legal in the text form but not always to be
reached by play.
"""

from random import Random

from tests.oracle.catalog import Side, facing, size

Pair = tuple[Side, Side]
Counts = dict[int, int]


def dealt(game: dict, rng: Random, counts: Counts, points: list[int], *, pinned: int = 0) -> Counts:
    """The counts with the rest of the game's checkers put on some of the points, often piled up."""
    counts, rest = dict(counts), size(game) - sum(counts.values()) - pinned
    piles = rng.sample(points, min(len(points), rng.choice((1, 2, 3, 5, 8))))
    for _ in range(rest if piles else 0):
        point = rng.choice(piles if rng.random() < 0.8 else piles[:1])
        counts[point] = counts.get(point, 0) + 1
    return counts


def with_off(game: dict, rng: Random, counts: Counts) -> Counts:
    """The counts with some checkers borne off, so that few are left, perhaps only one or two."""
    left = rng.randint(1, rng.choice((2, 4, 8, 15)))
    kept = sorted(counts.items(), key=lambda _: rng.random())
    counts = {}
    for point, count in kept:
        stays = min(count, left - sum(counts.values()))
        counts |= {point: stays} if stays > 0 else {}
    return {**counts, 0: size(game) - sum(counts.values())}


# -------------------------------------------------------------------------- block games


def blocks(game: dict, rng: Random) -> Pair:
    """The other's pile, and what the mover builds round it."""
    if rng.random() < 0.15:
        return released(game, rng)
    makers = (prime, prime, home_prime, few_on_head, runner, full_quarter, full_quarter, full_head)
    own = rng.choice(makers)(game, rng)
    free = [p for p in range(1, 25) if facing(game, p) not in own]
    pile = 24 if 24 in free and rng.random() < 0.6 else rng.choice(free)
    ahead = rng.choice((0, 0, 1, 1, 2, 6))
    theirs = dealt(game, rng, {pile: max(size(game) - ahead, 1)}, free)
    if max(theirs) <= 6 and rng.random() < 0.5:
        theirs = with_off(game, rng, theirs)
    return Side(own), Side(theirs)


def released(game: dict, rng: Random) -> Pair:
    """All the other's checkers, or all but one, on one point, and five of the six before it."""
    pile = rng.choice((24, 24, 23, *range(7, 23)))
    row = [facing(game, p) for p in range(pile - 6, pile)]
    row.remove(rng.choice(row))
    others = [p for p in range(1, 25) if p != facing(game, pile)]
    own = dealt(game, rng, dict.fromkeys(row[: size(game)], 1), others)
    free = [p for p in range(1, 25) if facing(game, p) not in own]
    theirs = {pile: size(game)} if rng.random() < 0.7 else {pile: size(game) - 1}
    return Side(own), Side(dealt(game, rng, theirs, free))


def full_head(game: dict, rng: Random) -> Counts:
    return {24: size(game)}


def row_of(low: int, length: int) -> list[int]:
    """So many points from low upward on the circle, on which 24 and 1 are neighbours."""
    return [(low + k - 1) % 24 + 1 for k in range(length)]


def prime(game: dict, rng: Random) -> Counts:
    """Five or six in a row, or seven with a gap; the rest may close it or lie at the head."""
    low, length = rng.choice((*range(1, 25), *range(20, 25))), rng.choice((5, 5, 6, 7))
    row = row_of(low, length)
    if length == 7:
        row.pop(rng.randrange(1, 6))
    near = [24, *row] if rng.random() < 0.4 else row_of(low, length + 6)
    return dealt(game, rng, dict.fromkeys(row[: size(game)], 1), near)


def home_prime(game: dict, rng: Random) -> Counts:
    """Almost home, or bearing off, with six in a row or five of them."""
    high = rng.choice((6, 7, 8))
    row = list(range(high, high - 6, -1))
    counts = dict.fromkeys(rng.sample(row, rng.choice((5, 6, 6)))[: size(game)], 1)
    counts = dealt(game, rng, counts, row)
    return with_off(game, rng, counts) if max(counts) <= 6 and rng.random() < 0.4 else counts


def few_on_head(game: dict, rng: Random) -> Counts:
    heads = min(rng.randint(1, 3), size(game))
    return dealt(game, rng, {24: heads}, list(range(1, 24)))


def runner(game: dict, rng: Random) -> Counts:
    """Nearly all on the head, the foremost near the opponent's start."""
    ahead = {rng.randint(10, 18), rng.choice((11, 12, 13, 23))}
    return dealt(game, rng, dict.fromkeys([*ahead][: rng.randint(1, 2)], 1), [24])


def full_quarter(game: dict, rng: Random) -> Counts:
    """Nearly every point of a quarter, one checker past all, and others on the way to it."""
    low = rng.choice((19, 7, 13))
    quarter = rng.sample(range(low, low + 6), rng.choice((3, 4, 5, 5, 6)))
    counts = dict.fromkeys([*quarter, rng.randint(1, 11)][: size(game)], 1)
    return dealt(game, rng, counts, [24, *quarter, *range(low + 6, min(low + 12, 25))])


# ---------------------------------------------------------------------------- pin games


def pins(game: dict, rng: Random) -> Pair:
    return last_pins(game, rng) if rng.random() < 0.25 else all_pins(game, rng)


def last_pins(game: dict, rng: Random) -> Pair:
    """The mover bears off with checkers pinned at home, and may free some that he has pinned."""
    points = rng.sample(range(1, 7), 6)
    pinned, pinning = points[: rng.randint(0, 2)], points[2 : 2 + rng.randint(0, 2)]
    own = dict.fromkeys([*pinning, *points[4 : 4 + rng.randint(1, 2)]], 1)
    for point in rng.choices(list(own), k=rng.randint(0, 5)):
        own[point] += 1
    other = dict.fromkeys([25 - p for p in pinned], 1)
    off = size(game) - sum(own.values()) - len(pinned)
    free = [p for p in range(1, 19) if rng.random() < 0.5] or [1]
    theirs = dealt(game, rng, other, free, pinned=len(pinning))
    held = frozenset(25 - p for p in pinning)
    return Side({**own, 0: off}, frozenset(pinned)), Side(theirs, held)


def all_pins(game: dict, rng: Random) -> Pair:
    """Pins of both sides; mothers alone, or pinned, or with one beside them; some late ones."""
    points = rng.sample(range(1, 25), 24)
    counts: tuple[Counts, Counts] = {}, {}
    pinned: tuple[set[int], set[int]] = set(), set()
    for _ in range(min(rng.choice((0, 1, 2, 4, 6)), size(game) - 2)):
        point, who = points.pop(), rng.randrange(2)
        names = point, 25 - point
        counts[who][names[who]] = 1
        pinned[1 - who].add(names[1 - who])
    for who, head in enumerate((24, 1)):
        if head in points and rng.random() < 0.5:
            points.remove(head)
            counts[who][24] = rng.choice((1, 1, 1, 2))
    if rng.random() < 0.4:
        points = [p for p in points if not 7 <= p <= 18]
    cut = rng.randint(0, len(points))
    shares = points[:cut], [25 - p for p in points[cut:]]
    if rng.random() < 0.4:
        shares = tuple([p for p in share if p <= 6] for share in shares)
    mover, other = (
        pin_side(game, rng, counts[who], pinned[who], [*counts[who], *shares[who]])
        for who in (0, 1)
    )
    return mover, other


def pin_side(game: dict, rng: Random, pinning: Counts, pinned: set[int], points: list[int]) -> Side:
    counts = dealt(game, rng, pinning, points, pinned=len(pinned))
    if max([*counts, *pinned], default=0) <= 6 and rng.random() < 0.7:
        kept = {p: max(pinning.get(p, 0), rng.randint(0, n)) for p, n in counts.items()}
        counts = {p: n for p, n in kept.items() if n}
    missing = size(game) - sum(counts.values()) - len(pinned)
    return Side({**counts, 0: missing} if missing else counts, frozenset(pinned))


# ---------------------------------------------------------------------------- hit games


def hits(game: dict, rng: Random) -> Pair:
    """Blots in the mover's home, closed points, checkers on the bar, few left to bear off."""
    if rng.random() < 0.4:
        return last_hits(game, rng)
    points = rng.sample(range(1, 25), 24)
    cut = rng.randint(4, 20)
    mine, theirs = points[:cut], [25 - p for p in points[cut:]]
    if rng.random() < 0.3:
        mine = [p for p in mine if p <= 6] or mine
    bar = 0 if game["first_hit_wins"] == "on" else rng.choice((0, 0, 0, 1, 1, 2))
    if bar and rng.random() < 0.6:
        theirs = [p for p in theirs if p <= 8 or p >= 22] or theirs
    blots = [p for p in theirs if p >= 19 and rng.random() < 0.7][: size(game)]
    own = dealt(game, rng, {25: min(bar, size(game))} if bar else {}, mine)
    other = dealt(game, rng, dict.fromkeys(blots, 1), theirs)
    if max(own) <= 6 or rng.random() < 0.1:
        own = with_off(game, rng, own)
    if rng.random() < 0.2:
        other = with_off(game, rng, other)
    return Side(own), Side(other)


def last_hits(game: dict, rng: Random) -> Pair:
    """A few checkers at home or just before it, among blots and a closed point or two."""
    points = rng.sample(range(1, rng.choice((7, 7, 9, 11))), 6)
    cut = rng.randint(1, 4)
    own: Counts = dict.fromkeys(points[:cut][: size(game)], 1)
    for point in rng.choices(list(own), k=rng.choice((0, 1, 2, 4))):
        own[point] += sum(own.values()) < size(game)
    own[0] = size(game) - sum(own.values())
    other: Counts = {}
    for point in points[cut:]:
        if sum(other.values()) + 2 <= size(game):
            other[25 - point] = rng.choice((1, 1, 1, 2))
    return Side(own), Side(dealt(game, rng, other, list(range(1, 14))))


CONSTRUCT = {"block": blocks, "pin": pins, "hit": hits}
