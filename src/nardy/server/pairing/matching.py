"""Matchings in a graph: everybody with a partner whom the graph allows, if that can be.

Source: J. Edmonds, "Paths, trees, and flowers" (1965). A path between two who are free, along which
edges are in turn outside and inside the matching, makes it larger by one; odd cycles on the way
(blossoms) are treated as one vertex.
"""

from collections import deque
from collections.abc import Iterable, Sequence


class Matching:
    """A graph of which edges are taken away, and a perfect matching of what is left of it."""

    def __init__(self, neighbors: Sequence[Iterable[int]]) -> None:
        """*neighbors* of each vertex, the same both ways; as many pairs are made as can be."""
        self.neighbors = [set(others) for others in neighbors]
        self.mates: list[int | None] = [None] * len(self.neighbors)
        for vertex in range(len(self.mates)):
            if self.mates[vertex] is None:
                self._augment(vertex)

    @property
    def is_perfect(self) -> bool:
        """Whether everybody has a partner."""
        return None not in self.mates

    def restrict(self, vertex: int, allowed: set[int]) -> bool:
        """Leave a vertex these neighbors only; False, and nothing is changed, if it cannot be."""
        kept = self.neighbors[vertex] & allowed
        taken = self.neighbors[vertex] - kept
        mate = self.mates[vertex]
        self._cut(vertex, taken)
        if mate is None or mate in kept:
            return True
        before = list(self.mates)
        self.mates[vertex] = self.mates[mate] = None
        if self._augment(vertex):
            return True
        self.mates = before
        self._join(vertex, taken)
        return False

    def _cut(self, vertex: int, others: set[int]) -> None:
        self.neighbors[vertex] -= others
        for other in others:
            self.neighbors[other].discard(vertex)

    def _join(self, vertex: int, others: set[int]) -> None:
        self.neighbors[vertex] |= others
        for other in others:
            self.neighbors[other].add(vertex)

    def _augment(self, root: int) -> bool:
        """Find a partner for who has none, by letting others change theirs."""
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
    """One search for a path from a free vertex to another, breadth first."""

    def __init__(
        self, neighbors: Sequence[set[int]], mates: Sequence[int | None], root: int
    ) -> None:
        self.neighbors, self.mates, self.root = neighbors, mates, root
        self.before: list[int | None] = [None] * len(mates)
        """From which vertex of the tree an edge outside the matching led here."""
        self._base = list(range(len(mates)))
        """The vertex that a blossom hangs on; each is its own at first."""
        self._is_even = [False] * len(mates)
        """At an even distance from the root, and so to be searched from."""
        self._queue: deque[int] = deque()

    def run(self) -> int | None:
        """The other end of a path; None if there is none."""
        self._search_from(self.root)
        while self._queue:
            vertex = self._queue.popleft()
            for other in sorted(self.neighbors[vertex]):
                if self._base[vertex] == self._base[other] or self.mates[vertex] == other:
                    continue
                if self._is_outer(other):
                    self._contract(vertex, other)
                elif self.before[other] is None:
                    self.before[other] = vertex
                    mate = self.mates[other]
                    if mate is None:
                        return other
                    self._search_from(mate)
        return None

    def _search_from(self, vertex: int) -> None:
        if not self._is_even[vertex]:
            self._is_even[vertex] = True
            self._queue.append(vertex)

    def _is_outer(self, vertex: int) -> bool:
        # Never asked of the root: its neighbors are reached from it first, so that one of them is
        # searched from only when it lies in a blossom with the root.
        mate = self.mates[vertex]
        return mate is not None and self.before[mate] is not None

    def _contract(self, one: int, other: int) -> None:
        """Two even vertices are neighbors: the cycle through them becomes one vertex."""
        stem = self._meeting_point(one, other)
        blossom = {*self._side(one, stem, other), *self._side(other, stem, one)}
        for vertex, base in enumerate(self._base):
            if base in blossom:
                self._base[vertex] = stem
                self._search_from(vertex)

    def _meeting_point(self, one: int, other: int) -> int:
        """The first vertex that is on both ways back to the root."""
        passed: set[int] = set()
        vertex: int | None = one
        while vertex is not None:
            passed.add(self._base[vertex])
            vertex = self._back(self._base[vertex])
        vertex = other
        while self._base[vertex] not in passed:
            back = self._back(self._base[vertex])
            assert back is not None  # the root is passed at the latest
            vertex = back
        return self._base[vertex]

    def _back(self, vertex: int) -> int | None:
        """Two edges nearer to the root."""
        mate = self.mates[vertex]
        return None if mate is None else self.before[mate]

    def _side(self, vertex: int, stem: int, child: int) -> set[int]:
        """The bases from a vertex down to the stem; each learns its way round the cycle."""
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
