"""Replay a whole .mat file: its games, and each from its first roll to its result."""

from collections.abc import Sequence
from dataclasses import replace

from nardy.core.choices import Opening
from nardy.core.cube import Offer
from nardy.core.events import Resigned
from nardy.core.game import Game, opening_situation
from nardy.core.match import MOST_LENGTH, Match, is_crawford_next
from nardy.core.options import with_options
from nardy.core.outcome import size_points, sizes
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Score, Situation
from nardy.errors import NotationError
from nardy.formats.mat.cells import RACCOON, RESIGN, ROLLED, TURN, WIN, Cell
from nardy.formats.mat.lines import GameText, MatText
from nardy.formats.mat.reader import SEATS, Reader, Seats
from nardy.formats.mat.tags import later_tags, rules_of_tags
from nardy.formats.record import (
    Finding,
    Record,
    RecordedGame,
    Scores,
    StatedResult,
    Tag,
    scores_after,
)
from nardy.formats.seated_position import situation_of


def read_match(file: MatText, rules: Rules | None = None) -> Record:
    """Replay a file; *rules* are the game if no tag names one, or the one named.

    A rule that the file does not state follows from play: the Crawford rule, and in money games
    the Jacoby rule and raccoons.

    Raises:
        NotationError: the file has no game or those of several matches, or its match is too long.
    """
    if not file.games:
        raise NotationError("expected at least one game (' Game 1') in the .mat file, got none")
    if file.length > MOST_LENGTH:
        raise NotationError(
            f"expected a match of at most {MOST_LENGTH:,} points, got one of {file.length:,}; "
            "correct the length"
        )
    record = _Reading(file, rules, {}).record()
    kept: dict[str, str] = {}
    for name, value in _as_played(file, record).items():
        again = _Reading(file, rules, {**kept, name: value}).record()
        # A guess at an option that explains nothing is dropped.
        if _unexplained(again) < _unexplained(record):
            record, kept[name] = again, value
    return record


def _unexplained(record: Record) -> int:
    """How many turns are illegal, and how many games end otherwise than their file states."""
    ended = [(one.stated_result, one.game) for one in record.games]
    return len(record.illegal) + sum(
        stated is not None and not _is_as_stated(stated, game) for stated, game in ended
    )


def _is_as_stated(stated: StatedResult, game: Game) -> bool:
    """Whether a game ended as its file says; one that goes on contradicts nothing."""
    outcome = game.outcome
    return outcome is None or (outcome.winner is stated.winner and game.points == stated.points)


def _as_played(file: MatText, record: Record) -> dict[str, str]:
    """Options that no tag states, but that the games were played by."""
    stated = {name for name, _ in file.tags}
    options: dict[str, str] = {}
    if "Crawford" not in stated and any(f.law == "crawford" for f in record.illegal):
        options["crawford"] = "off"
    if "Jacoby" not in stated and not file.length and any(map(_without_jacoby, record.games)):
        options["jacoby"] = "off"
    if "Options" not in stated and any(c.kind == RACCOON for g in file.games for c in g.cells):
        options["raccoons"] = "on"
    return options


def _without_jacoby(recorded: RecordedGame) -> bool:
    """Whether the file counts more for a game than the Jacoby rule allows."""
    stated_result, game = recorded.stated_result, recorded.game
    if not (stated_result and game.outcome and game.rules.jacoby and game.rules.cube_play):
        return False
    return game.outcome.winner is stated_result.winner and game.points < stated_result.points


class _Reading:
    """The games of a file in order, with the score between them."""

    def __init__(self, file: MatText, given: Rules | None, played: dict[str, str]) -> None:
        self.file = file
        self.given = given
        self.played = played
        self.tags: list[Tag] = list(file.tags)
        self.games: list[RecordedGame] = []
        self.findings: list[Finding] = []
        head = next((text.head for text in file.games if text.head), None)
        self.names = head.names if head else ("", "")

    def record(self) -> Record:
        for text in self.file.games:
            self._read(text)
        if not self.games:
            raise NotationError(
                f"expected a game of a match to {self.file.length}, got one that begins after its end"
            )
        white, black = self.names
        rotation = list(dict.fromkeys(recorded.game.rules for recorded in self.games))
        match = Match(rotation, self.file.length, names=(white or "White", black or "Black"))
        match.go_on([recorded.game for recorded in self.games])
        return Record(
            match=match,
            games=tuple(self.games),
            tags=tuple(self.file.tags),
            comments=tuple(self.file.comments),
            findings=tuple(self.findings),
        )

    def _read(self, text: GameText) -> None:
        self.tags = later_tags(self.tags, text.tags)
        rules, seats = self._rules(), self._seats(text)
        scores, length, score = self._scores(text, seats), self.file.length, None
        if length and max(scores) >= length:
            reason = "the match is over before this game, which is left out"
            self._find(text, reason, "game-over", unreadable=True)
            return
        if length:
            before = [recorded.game for recorded in self.games]
            is_crawford = is_crawford_next(rules, length, scores, before)
            score = Score(length, *scores, _stated(text, rules, length, scores, is_crawford))
        self.games.append(read_game(text, rules, seats, scores, score))

    def _find(
        self, text: GameText, reason: str, law: str | None = None, *, unreadable: bool = False
    ) -> None:
        finding = Finding(
            line=text.line,
            turn=f"Game {text.number}",
            law=law,
            reason=reason,
            unreadable=unreadable,
        )
        self.findings.append(finding)

    def _rules(self) -> Rules:
        named = any(name == "Variation" for name, _ in self.tags)
        rules = self.given if self.given and not named else rules_of_tags(self.tags, self.given)
        return with_options(rules, self.played) if rules.cube_play else rules

    def _seats(self, text: GameText) -> Seats:
        """The players of the columns, swapped if the names are; one name may be spelled otherwise.

        Raises:
            NotationError: they are other players.
        """
        names = text.head.names if text.head else self.names
        known, given = (tuple(map(str.casefold, pair)) for pair in (self.names, names))
        straight, swapped = _alike(known, given), _alike(known, given[::-1])
        if "" not in known + given and known not in (given, given[::-1]):
            one, other = (" and ".join(pair) for pair in (self.names, names))
            if not straight and not swapped:
                raise NotationError(
                    f"expected one match a file, of {one:.80}, got a game of {other:.80} in line "
                    f"{text.line}; save them as two files"
                )
            self._find(text, f"expected {one:.80}, got {other:.80}; they are taken as the same")
        # Names that differ in capitals alone fit both ways.
        is_exact = straight == swapped and names == self.names[::-1] != self.names
        return (Player.BLACK, Player.WHITE) if swapped > straight or is_exact else SEATS

    def _scores(self, text: GameText, seats: Seats) -> Scores:
        """White's and Black's points as written, otherwise as won."""
        last = self.games[-1] if self.games else None
        won = scores_after(last.scores, last.game) if last else (0.0, 0.0)
        if text.head is None or text.head.scores is None:
            return won
        left, right = text.head.scores
        stated_result = (left, right) if seats is SEATS else (right, left)
        if self.games and stated_result != won:
            said, counted = (f"{white:g}-{black:g}" for white, black in (stated_result, won))
            self._find(text, f"the file says {said}, by the games before it is {counted}")
        return stated_result


def _alike(known: Sequence[str], given: Sequence[str]) -> int:
    """How many names are the same in the same place."""
    return sum(one == other != "" for one, other in zip(known, given, strict=True))


def read_game(
    text: GameText, rules: Rules, seats: Seats, scores: Scores, score: Score | None
) -> RecordedGame:
    """Replay the cells of a game; *scores* are as written, *score* as interpreted."""
    game = _begin(text, rules, seats, score)
    reader = Reader(game, text.cells, seats)
    stated_result = result_of_cells(text.cells, seats)
    findings = list(text.odd)
    if text.cells:
        if text.start is None:
            _check_beginning(reader)
        reader.read()
        finish(reader, stated_result)
    else:
        turn, reason = f"Game {text.number}", "the game has no turns"
        findings.append(Finding(line=text.line, turn=turn, reason=reason))
    findings += reader.findings
    return RecordedGame(
        game=game,
        number=text.number,
        line=text.line,
        scores=scores,
        stated_result=stated_result,
        findings=tuple(sorted(findings, key=lambda finding: finding.line)),
        comments=tuple(text.comments),
        notes=tuple(reader.notes.items()),
        guessed=tuple(reader.guessed),
    )


def _stated(text: GameText, rules: Rules, length: int, scores: Scores, supposed: bool) -> bool:
    """Whether a game is the Crawford game: as its file says where that can be, otherwise as supposed."""
    can_be = (
        rules.cube_play
        and rules.crawford
        and (scores[0] == length - 1) != (scores[1] == length - 1)
    )
    return text.is_crawford if text.is_crawford is not None and can_be else supposed


def _begin(text: GameText, rules: Rules, seats: Seats, score: Score | None) -> Game:
    if text.start is None:
        return begin_game(rules, text.cells, seats, score)
    first = _first_roll(text.cells)
    on_roll = seats[first.column] if first and first.kind != WIN else text.start.on_roll
    situation = situation_of(rules, replace(text.start, on_roll=on_roll))
    is_white = situation.to_act is Player.WHITE
    return Game(
        rules,
        situation=replace(situation, score=score if is_white or not score else score.flipped()),
    )


def begin_game(rules: Rules, cells: list[Cell], seats: Seats, score: Score | None) -> Game:
    """A game before its first act; if the opening roll is played, it is the first roll."""
    first, starter, dice = _first_roll(cells), Player.WHITE, ""
    if first:
        # In a game without turns the player on roll resigned.
        winner, dice = first.kind == WIN, first.dice
        starter = seats[first.column].opponent if winner else seats[first.column]
    if not _is_roll_off(rules, dice):
        return Game(rules, situation=opening_situation(rules, starter, score))
    game = Game(rules, situation=opening_situation(rules, None, score))
    low, high = sorted(map(int, dice))
    game.open(*((high, low) if starter is Player.WHITE else (low, high)))
    return game


def _first_roll(cells: list[Cell]) -> Cell | None:
    """The first cell with dice, otherwise the first cell."""
    rolls = (cell for cell in cells if cell.kind in (TURN, ROLLED))
    return next(rolls, cells[0] if cells else None)


def _is_roll_off(rules: Rules, dice: str) -> bool:
    return rules.opening is Opening.USE and len(dice) == 2 and dice[0] != dice[1]


def _check_beginning(reader: Reader) -> None:
    first, rules = _first_roll(reader.cells), reader.game.rules
    if first and rules.opening is Opening.USE and not _is_roll_off(rules, first.dice):
        reader.find(first, "expected the game to begin with an opening roll of two different dice")


def result_of_cells(cells: list[Cell], seats: Seats) -> StatedResult | None:
    """The result in the last line of a game, which is in the winner's column."""
    for cell in reversed(cells):
        if cell.kind == WIN:
            return StatedResult(winner=seats[cell.column], points=cell.number or 0, line=cell.line)
    return None


def finish(reader: Reader, stated_result: StatedResult | None) -> None:
    """End a game as the file says, and report differences from the replay."""
    game, last = reader.game, reader.cells[-1]
    resigned = next((cell for cell in reader.cells if cell.kind == RESIGN), None)
    loser = reader.seat(resigned) if resigned else None
    loser = stated_result.winner.opponent if stated_result else loser
    if game.phase is not Phase.OVER and loser:
        _give_up(game, loser, stated_result.points if stated_result else 0)
        # Some formats say how much is given up, and have no line of the result.
        if not stated_result and resigned and resigned.number is None:
            _tell_assumed_size(reader, last)
    if game.phase is not Phase.OVER:
        reader.find(last, "the game is not over here, and the file states no result")
    elif stated_result:
        _compare(reader, stated_result, last)


def _tell_assumed_size(reader: Reader, last: Cell) -> None:
    """Report that a resignation has no result, as at the end of a file that is cut short."""
    resigned = next((one for one in reader.game.events if isinstance(one, Resigned)), None)
    if resigned and len(sizes(reader.game.rules)) > 1:
        expected = "expected a result such as 'wins 2 points' after the resignation, got none"
        reader.find(last, f"{expected}; a {resigned.size} is assumed")


def _give_up(game: Game, loser: Player, points: int) -> None:
    """The loser passes a pending double, or resigns."""
    if game.phase is Phase.ANSWER and game.to_act is loser and not _is_taken(game, points):
        game.pass_double()
        return
    if game.phase is Phase.ANSWER:
        game.take()
    game.resign(size_for_points(game.situation, points), player=loser, accepted=True)
    if game.phase is not Phase.OVER:
        game.agree()


def _is_taken(game: Game, points: int) -> bool:
    """Whether a beaver or a raccoon was taken: its take needs no record, and a pass costs less than was lost."""
    situation = game.situation
    passed = situation.rules.stakes[0] * situation.cube.value
    return situation.offer is not Offer.DOUBLE and points > passed


def size_for_points(situation: Situation, points: int) -> str:
    """The smallest size of loss with at least these points; a single for 0."""
    value, rules = situation.cube.value, situation.rules
    if situation.is_jacoby:
        # Jacoby rule: without a taken double every win is a single.
        return sizes(rules)[0]
    fitting = [size for size in sizes(rules) if size_points(rules, size) * value >= points]
    return fitting[0] if fitting else sizes(rules)[-1]


def _compare(reader: Reader, stated_result: StatedResult, last: Cell) -> None:
    outcome, points, stated = reader.game.outcome, reader.game.points, stated_result.points
    if outcome is None or _is_as_stated(stated_result, reader.game):
        return
    winner = outcome.winner.value.title() if outcome.winner else "nobody"
    said = f"the file says that {stated_result.winner.value.title()} wins {stated}"
    reader.find(last, f"{said}; by the rules {winner} wins {points:g}")
