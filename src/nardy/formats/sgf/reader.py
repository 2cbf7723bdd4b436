"""The games of an SGF as cells, which are replayed as those of a .mat file are."""

import re
from dataclasses import dataclass

from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.errors import NotationError
from nardy.formats.mat import cells
from nardy.formats.mat.cells import Cell
from nardy.formats.mat.lines import GameText, MatText
from nardy.formats.mat.match import read_match
from nardy.formats.mat.tags import rules_of_tags
from nardy.formats.record import Finding, Record
from nardy.formats.seated_position import SeatedPosition
from nardy.formats.sgf.analysis import note_of
from nardy.formats.sgf.points import COLORS, place_of, read_move
from nardy.formats.sgf.root import (
    GAME_OF_BACKGAMMON,
    MOST,
    is_crawford,
    match_facts,
    match_tags,
    names_of,
    number_of,
    result_of,
    rule_tags,
)
from nardy.formats.sgf.tree import SgfNode, Tree

COLUMNS = {Player.WHITE: 0, Player.BLACK: 1}
_ACTS = {
    "double": (cells.DOUBLE, " Doubles"),
    "take": (cells.TAKE, " Takes"),
    "drop": (cells.PASS, " Drops"),
    "pass": (cells.PASS, " Drops"),
}
_OWNERS = {"c": None, "w": Player.WHITE, "b": Player.BLACK}
_SETTING = {"AE", "AW", "AB", "CV", "CP", "CO"}
_BOARD = {"AE", "AW", "AB"}
_ACTING = {"DI", *COLORS}
_LARGEST_CUBE = 4096


def read_trees(trees: list[Tree], rules: Rules | None) -> Record:
    """Replay the games; *rules* are the game if no file names one.

    Raises:
        NotationError: no game of backgammon, or a root that cannot be read.
    """
    kept = [tree for tree in trees if tree.nodes and _is_backgammon(tree.nodes[0])]
    if not kept:
        named = next((tree.nodes[0].first("GM") for tree in trees if tree.nodes), "")
        raise NotationError(
            f"expected an SGF of backgammon (GM[6]), got GM[{named:.10}]; do save match in GNU "
            "Backgammon to make one"
        )
    first = kept[0].nodes[0]
    length = number_of(match_facts(first).get("length", ""), "the length", first.line)
    tags = rule_tags(first, length)
    stated = [tags]
    file = MatText(length=length, tags=[*tags, *match_tags(first)])
    file.comments = [line for line in first.first("GC").splitlines() if line.strip()]
    last = -1
    for tree in kept:
        last = _next_number(tree.nodes[0], last)
        game = _game(tree, length, rules_of_tags(rule_tags(tree.nodes[0], length)))
        tags = rule_tags(tree.nodes[0], length)
        if tags != stated[-1]:
            game.tags = tags
            stated.append(tags)
        file.games.append(game)
    return read_match(file, rules)


def _next_number(root: SgfNode, last: int) -> int:
    """The number of a game, from 0, as its root states it; *last* where it states none.

    Raises:
        NotationError: it is no later game than the one before, as where another match begins.
    """
    stated = match_facts(root).get("game", "")
    if not stated:
        return last
    number = number_of(stated, "the game", root.line)
    if number <= last:
        raise NotationError(
            f"expected one match a file, got game {number} in line {root.line} of the SGF after game "
            f"{last}; do save them as two files"
        )
    return number


def _is_backgammon(node: SgfNode) -> bool:
    return node.first("GM").strip() == GAME_OF_BACKGAMMON


def _game(tree: Tree, length: int, rules: Rules) -> GameText:
    root = tree.nodes[0]
    facts = match_facts(root)
    if number_of(facts.get("length", ""), "the length", root.line) != length:
        raise NotationError(
            f"expected games of one match to {length}, got one to {facts.get('length', '0')} in line "
            f"{root.line} of the SGF; do save them as two files"
        )
    number = min(number_of(facts.get("game", ""), "the game", root.line) + 1, MOST - 1)
    game = GameText(number, tree.line, head=names_of(root), is_crawford=is_crawford(root))
    reading = _GameReading(game, rules, is_match=length > 0)
    for node in tree.nodes:
        reading.read(node)
        if reading.is_cut:
            break
    reading.finish(result_of(root), root.line)
    if tree.damage is not None:
        reading.cut(
            tree.damage, "the end of what can be read", "the file is damaged or cut short here"
        )
    return game


@dataclass
class _Setting:
    """A position being set up."""

    white: list[int]
    black: list[int]
    cube: int = 1
    owner: Player | None = None
    on_roll: Player | None = None

    def place(self, node: SgfNode) -> None:
        for value in node.values.get("AE", ()):
            self._empty(value)
        for name, player in (("AW", Player.WHITE), ("AB", Player.BLACK)):
            counts = self.white if player is Player.WHITE else self.black
            for value in node.values.get(name, ()):
                counts[place_of(_point(value, node), player)] += 1

    def _empty(self, value: str) -> None:
        for letter in _range(value):
            self.white[place_of(letter, Player.WHITE)] = 0
            self.black[place_of(letter, Player.BLACK)] = 0

    def table(self) -> SeatedPosition:
        return SeatedPosition(
            white=tuple(self.white),
            black=tuple(self.black),
            on_roll=self.on_roll or Player.WHITE,
            cube=self.cube,
            owner=self.owner,
        )


def _range(value: str) -> list[str]:
    """The letters of 'f' or 'a:y'."""
    begin, _, end = value.strip().partition(":")
    if not re.fullmatch(r"[a-z]", begin) or not re.fullmatch(r"[a-z]?", end):
        return []
    return [chr(code) for code in range(ord(begin), ord(end or begin) + 1)]


def _point(value: str, node: SgfNode) -> str:
    """The letter of a checker's point.

    Raises:
        NotationError: no letter from a to y.
    """
    if not re.fullmatch(r"\s*[a-y]\s*", value):
        raise NotationError(
            f"expected a point from a to y in line {node.line} of the SGF, got {value!r:.20}; "
            "correct it"
        )
    return value.strip()


@dataclass
class _GameReading:
    """Reads the nodes of one game in order."""

    game: GameText
    rules: Rules
    is_match: bool
    is_cut: bool = False
    setting: _Setting | None = None
    rolled: Cell | None = None
    """Dice that no turn follows yet."""

    def read(self, node: SgfNode) -> None:
        if _SETTING & node.values.keys() or "PL" in node.values:
            self._set(node)
        # No act holds the comment of a node that sets up a position or that only comments.
        if not (_ACTING & node.values.keys()) and not self.is_cut:
            self.game.comments += [line for line in node.first("C").splitlines() if line.strip()]
        if "DI" in node.values and not self.is_cut:
            self._dice(node)
        for color, player in COLORS.items():
            for value in node.values.get(color, ()):
                if not self.is_cut:
                    self._act(node, player, value.strip())

    def finish(self, result: tuple[Player, int] | None, line: int) -> None:
        self._keep_dice()
        if self.setting:
            self.game.start = self.setting.table()
        if result and not self.is_cut:
            winner, points = result
            text = f"Wins {points} point{'s' * (points != 1)}"
            self._add(
                Cell(line=line, column=COLUMNS[winner], text=text, kind=cells.WIN, number=points)
            )

    def cut(self, line: int, text: str, reason: str) -> None:
        """Leave out the rest of the game."""
        self.is_cut = True
        finding = Finding(
            line=line, turn=text[:80], reason=f"{reason}; the rest is left out", unreadable=True
        )
        self.game.odd.append(finding)

    def _add(self, cell: Cell) -> None:
        self.game.cells.append(cell)

    def _set(self, node: SgfNode) -> None:
        """Set up the position, the cube or the player on roll, before the first act."""
        on_roll = COLORS.get(node.first("PL").strip()[:1].upper())
        roller = (Player.WHITE, Player.BLACK)[self.rolled.column] if self.rolled else None
        # GNU Backgammon writes the dice of an imported position before the position.
        if self.game.cells or (roller and on_roll not in (None, roller)):
            if _SETTING & node.values.keys():
                self.cut(node.line, "AE, AW, AB, CV or CP", "the position is changed by hand here")
            return
        if not self.setting and not (_SETTING & node.values.keys()):
            return
        self.setting = self.setting or _start(self.rules)
        self.setting.on_roll = on_roll or roller or self.setting.on_roll
        if _BOARD & node.values.keys():
            self.setting.place(node)
        if node.first("CV").strip():
            self.setting.cube = _cube_value(node)
        owner = node.first("CP") or node.first("CO")
        if owner.strip():
            self.setting.owner = _OWNERS.get(owner.strip()[:1].lower())

    def _dice(self, node: SgfNode) -> None:
        found = re.fullmatch(r"\s*([1-6][1-6])\s*", node.first("DI"), re.ASCII)
        player = COLORS.get(node.first("PL").strip()[:1].upper())
        if not found and node.first("DI").strip() not in ("", "0", "00"):
            self.cut(node.line, f"DI[{node.first('DI')}]", "expected two dice from 1 to 6, or 00")
        if not found or (player is None and self.setting is None):
            return
        player = player or (self.setting and self.setting.on_roll) or Player.WHITE
        note = note_of(node, player, is_match=self.is_match)
        self.rolled = Cell(
            line=node.line,
            column=COLUMNS[player],
            text=f"{found[1]}:",
            kind=cells.ROLLED,
            dice=found[1],
            note=note,
        )

    def _keep_dice(self) -> None:
        if self.rolled:
            self._add(self.rolled)
            self.rolled = None

    def _act(self, node: SgfNode, player: Player, value: str) -> None:
        column, note = COLUMNS[player], note_of(node, player, is_match=self.is_match)
        kind, text = _ACTS.get(value.lower(), ("", ""))
        if kind:
            self._keep_dice()
            self._add(Cell(line=node.line, column=column, text=text, kind=kind, note=note))
            return
        move = read_move(value, player)
        if move is None:
            reason = "expected dice and moves, 'double', 'take' or 'drop'"
            self.cut(node.line, value or "an empty value", reason)
            return
        dice, turn = move
        # The dice of a node before are those of this turn.
        if self.rolled and self.rolled.column != column:
            self._keep_dice()
        self.rolled = None
        text = f"{dice}: {turn}".strip()
        self._add(
            Cell(
                line=node.line,
                column=column,
                text=text,
                kind=cells.TURN,
                dice=dice,
                turn=turn,
                note=note,
            )
        )


def _start(rules: Rules) -> _Setting:
    start = rules.start
    return _Setting([*start.player], [*start.opponent])


def _cube_value(node: SgfNode) -> int:
    text = node.first("CV").strip()
    value = int(text) if re.fullmatch(r"\d{1,4}", text, re.ASCII) else 0
    if not 1 <= value <= _LARGEST_CUBE or value & (value - 1):
        raise NotationError(
            f"expected a cube of 1, 2, 4 and so on in line {node.line} of the SGF, got {text!r:.20}; "
            "correct it"
        )
    return value
