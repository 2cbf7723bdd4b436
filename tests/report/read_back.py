"""HTML read back: which elements, attributes and texts a page has."""

from functools import cache
from html.parser import HTMLParser

from nardy.bots.neural import NeuralBot
from nardy.formats import mat
from nardy.report import MatchAnalysis, analyze

VOID = {"meta", "br"}


class ReadBack(HTMLParser):
    """A page as a browser's parser takes it apart; every element must be closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.texts: list[str] = []
        self._open: list[str] = []
        self.feed(page)
        self.close()
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def values(self, name: str) -> list[str]:
        """The values of one attribute on all elements."""
        return [value for _, own, value in self.attributes if own == name]


TEXT = """ 3 point match

 Game 1
 {white} : 0                          {black} : 0
  1) 31: 24/21 24/23                 64: 24/14
  2)  Doubles => 2                    Drops
      Wins 1 point

 Game 2
 {white} : 1                          {black} : 0
  1)                                 31: 8/5 6/5
  2) 65: 24/13
"""


@cache
def small_match(white: str = "Anna", black: str = "Boris", number: int = 1) -> MatchAnalysis:
    """Two short games with blunders of both players, one of them with the cube."""
    record = mat.loads(TEXT.format(white=white, black=black))
    return analyze(record, "small.mat", NeuralBot(0), number=number, explained=None)
