"""Maximum matchings in graphs, by Edmonds' blossom algorithm.

Source: J. Edmonds, "Paths, trees, and flowers" (1965). An augmenting path connects two free vertices
and alternates between edges outside and inside the matching, which it makes larger by one. Odd cycles
on the way (blossoms) are contracted to one vertex.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence


class Matching:
    """A graph whose edges can be removed, with a perfect matching of the rest."""

    def __init__(self, neighbors: Sequence[Iterable[int]]) -> None:
        """Find a maximum matching; *neighbors* of each vertex must be symmetric."""
        self.neighbors = [set(others) for others in neighbors]
        self.mates: list[int | None] = [None] * len(self.neighbors)
        for vertex in range(len(self.mates)):
            if self.mates[vertex] is None:
                self._augment(vertex)

    @property
    def is_perfect(self) -> bool:
        """Whether every vertex is matched."""
        return None not in self.mates

    def restrict(self, vertex: int, allowed: set[int]) -> bool:
        """Remove a vertex's edges to all but these neighbors; False, changing nothing, if no matching is left."""
        taken = self.neighbors[vertex] - allowed
        mate = self.mates[vertex]
        self.neighbors[vertex] -= taken
        for other in taken:
            self.neighbors[other].discard(vertex)
        if mate is None or mate in allowed:
            return True
        before = list(self.mates)
        self.mates[vertex] = self.mates[mate] = None
        if self._augment(vertex):
            return True
        self.mates = before
        self.neighbors[vertex] |= taken
        for other in taken:
            self.neighbors[other].add(vertex)
        return False

    def _augment(self, root: int) -> bool:
        """Match a free vertex along an augmenting path, if there is one."""
        search = _Search(self.neighbors, self.mates, root)
        end = search.run()
        if end is None:
            return False
        vertex: int | None = end
        while vertex is not None:
            before = search.before[vertex]
            assert before is not None  # the path leads back to the root
            following = self.mates[before]
            self.mates[vertex], self.mates[before] = before, vertex
            vertex = following
        return True


class _Search:
    """One breadth-first search for an augmenting path."""

    def __init__(
        self, neighbors: Sequence[set[int]], mates: Sequence[int | None], root: int
    ) -> None:
        self.neighbors, self.mates, self.root = neighbors, mates, root
        self.before: list[int | None] = [None] * len(mates)
        """For each vertex, its predecessor in the tree over an edge outside the matching."""
        self._base = list(range(len(mates)))
        """The base of each vertex's blossom; at first the vertex itself."""
        self._is_even = [False] * len(mates)
        """At an even distance from the root: to be searched from."""
        self._queue: deque[int] = deque()

    def run(self) -> int | None:
        """The other end of an augmenting path; None if there is none."""
        self._search_from(self.root)
        while self._queue:
            vertex = self._queue.popleft()
            # Sorted, so that the same tournament has the same pairings on every machine.
            for other in sorted(self.neighbors[vertex]):
                if self._base[vertex] == self._base[other] or self.mates[vertex] == other:
                    continue
                mate = self.mates[other]
                # Also right for the root: its neighbors are reached first from it, so that one of them is
                # searched from only when it lies in a blossom with the root.
                if mate is not None and self.before[mate] is not None:
                    self._contract(vertex, other)
                elif self.before[other] is None:
                    self.before[other] = vertex
                    if mate is None:
                        return other
                    self._search_from(mate)
        return None

    def _search_from(self, vertex: int) -> None:
        if not self._is_even[vertex]:
            self._is_even[vertex] = True
            self._queue.append(vertex)

    def _contract(self, one: int, other: int) -> None:
        """Contract the odd cycle through two adjacent even vertices to one vertex."""
        passed = set(self._ancestors(one))
        stem = next(base for base in self._ancestors(other) if base in passed)
        one_side = self._link_side(one, stem, other)
        other_side = self._link_side(other, stem, one)
        blossom = one_side | other_side
        for vertex, base in enumerate(self._base):
            if base in blossom:
                self._base[vertex] = stem
                self._search_from(vertex)

    def _ancestors(self, vertex: int | None) -> Iterator[int]:
        """The bases of a vertex and of its even ancestors, up to the root."""
        while vertex is not None:
            base = self._base[vertex]
            yield base
            mate = self.mates[base]
            vertex = None if mate is None else self.before[mate]

    def _link_side(self, vertex: int, stem: int, child: int) -> set[int]:
        """Set the predecessors on one side of an odd cycle, up to the stem; return its bases.

        `child` is the vertex's neighbor on the other side, over an edge outside the matching.
        """
        found: set[int] = set()
        while self._base[vertex] != stem:
            mate = self.mates[vertex]
            assert mate is not None  # only the root has none, and it is a stem
            found |= {self._base[vertex], self._base[mate]}
            self.before[vertex] = child
            child = mate
            back = self.before[mate]
            assert back is not None  # the mate of an even vertex was reached from one
            vertex = back
        return found
