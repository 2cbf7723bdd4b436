"""Write .mat files, and list what they cannot express.

Moves are written one by one, 25 for the bar and 0 for off, which most programs read.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from nardy.core.choices import LastThrow, Opening
from nardy.core.events import Acted, Event, Played, Resigned, Rolled, RolledOff
from nardy.core.game import Game, opening_situation
from nardy.core.match import is_crawford_next
from nardy.core.player import Player
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.core.steps import displaced, lands_on_opponent
from nardy.core.text import situation_text
from nardy.errors import RulesError
from nardy.formats.mat.tags import named_tags, rules_of_tags, tags_of_rules
from nardy.formats.notes import Note
from nardy.formats.record import Record, RecordedGame, Tag, start_of

LEFT = 33
"""Width of the left column in characters."""
_WORDS = {"take": " Takes", "pass": " Drops", "bomb": " Explodes"}

CellText = tuple[Player, str]


def match_lines(record: Record) -> Iterator[str]:
    rules = record.games[0].game.rules if record.games else record.match.rotation[0]
    # Among other games backgammon needs its name, or the game before would continue.
    is_mixed = any(recorded.game.rules != rules for recorded in record.games)
    yield from _tag_lines((named_tags if is_mixed else tags_of_rules)(rules, record.tags))
    yield from _comment_lines(record.comments)
    yield f"\n {record.match.length} point match"
    for recorded in record.games:
        if recorded.game.rules != rules:
            rules = recorded.game.rules
            yield "\n" + "\n".join(_tag_lines(named_tags(rules)))
        yield from _game_lines(record, recorded)


def _comment_lines(comments: Iterable[str]) -> Iterator[str]:
    for comment in comments:
        yield from (f"; {line}" for line in comment.splitlines())


def _tag_lines(tags: Iterable[Tag]) -> Iterator[str]:
    for name, value in tags:
        yield f'; [{name} "{" ".join(value.splitlines())}"]'


def _game_lines(record: Record, recorded: RecordedGame) -> Iterator[str]:
    white, black = (" ".join(name.split()) or "?" for name in record.players)
    one, other = recorded.scores
    yield f"\n Game {recorded.number}"
    yield f" {f'{white} : {one:g}':<{LEFT + 3}}  {black} : {other:g}"
    rows, result = _rows(game_cells(recorded.game)), _result(record, recorded)
    is_white = _won_by(recorded) is Player.WHITE
    if result and rows and not is_white and not rows[-1][1]:
        rows[-1], result = (rows[-1][0], f" {result}"), ""
    for number, (left, right) in enumerate(rows, start=1):
        yield f"{number:>3}) {f'{left:<{LEFT}}  {right}'}".rstrip()
    if result:
        yield " " * (6 if is_white else 7 + LEFT) + result
    yield from _comment_lines(recorded.comments)


def _rows(cells: Iterable[CellText]) -> list[tuple[str, str]]:
    """Cells in two columns; a row ends with Black's, or when White acts again."""
    rows: list[tuple[str, str]] = []
    for player, text in cells:
        if player is Player.WHITE:
            rows.append((text, ""))
        elif rows and not rows[-1][1]:
            rows[-1] = (rows[-1][0], text)
        else:
            rows.append(("", text))
    return rows


def _won_by(recorded: RecordedGame) -> Player | None:
    return recorded.game.outcome.winner if recorded.game.outcome else None


def _result(record: Record, recorded: RecordedGame) -> str:
    """'Wins 2 points and the match'; empty if nobody won."""
    winner, points = _won_by(recorded), recorded.game.points
    if winner is None:
        return ""
    before = recorded.scores[0 if winner is Player.WHITE else 1]
    ends = record.match.length and before + points >= record.match.length
    return f"Wins {points:g} point{'s' * (points != 1)}{' and the match' * bool(ends)}"


def game_cells(game: Game) -> Iterator[CellText]:
    """The acts of each player, in the words of the format."""
    first, *events = without_refused(game.kept_events)
    before = Game.from_events([first], lambda _: game.rules)
    dice = ""
    for event in events:
        now = before.situation
        if isinstance(event, Rolled | RolledOff):
            before.apply(event)
            dice = _dice(before.situation)
            continue
        dice = dice or _dice(now)
        cell = _cell(event, now, dice)
        if cell:
            yield cell
            dice = ""
        before.apply(event)
    if before.phase is Phase.TURN:
        yield before.to_act, f"{_dice(before.situation)}: ???"


def without_refused(events: Sequence[Event]) -> list[Event]:
    """The events without refused resignations, which the format cannot express."""
    refusals = {
        at for at, event in enumerate(events) if isinstance(event, Acted) and event.act == "refuse"
    }
    left_out = refusals | {at - 1 for at in refusals}
    return [event for at, event in enumerate(events) if at not in left_out]


def _dice(situation: Situation) -> str:
    return str(situation.roll or "") or "".join(map(str, situation.left))


def _cell(event: Event, now: Situation, dice: str) -> CellText | None:
    match event:
        case Played(player, _, (), True):
            # An illegal dance is written out; dice alone could also mean a resignation.
            return Player(player), f"{dice}: Cannot Move"
        case Played(player, _, moves, _):
            played = moves_text(now.rules, now.position, moves)
            return Player(player), f"{dice}: {played}".rstrip()
        case Acted(player, "double" | "beaver" | "raccoon"):
            value = now.cube.value * (2 if now.offer is None else 4)
            return Player(player), f" Doubles => {value}"
        case Acted(player, act) if act in _WORDS:
            return Player(player), _WORDS[act]
        case Resigned() if now.phase is Phase.TURN:
            return now.to_act, f"{dice}: ???"
        case _:
            return None


def moves_text(rules: Rules, position: Position, moves: tuple[tuple[int, int], ...]) -> str:
    """Moves one by one, with a star if one lands on an opposing checker.

    >>> from nardy.games import BACKGAMMON
    >>> moves_text(BACKGAMMON, BACKGAMMON.start, ((13, 7), (7, 6)))
    '13/7 7/6'
    """
    words: list[str] = []
    for origin, target in moves:
        star = "*" if lands_on_opponent(rules, position, target) else ""
        words.append(f"{origin}/{target}{star}")
        position = displaced(rules, position, origin, target)
    return " ".join(words)


def losses(record: Record) -> list[str]:
    """The facts about a match that a .mat file cannot hold, one sentence each."""
    said = [
        f"a .mat file names {rules.id} and does not hold its rules: read it back with --file"
        for rules in dict.fromkeys(recorded.game.rules for recorded in record.games)
        if not _is_known(rules)
    ]
    before: list[Game] = []
    for recorded in record.games:
        found = [*_of_score(record, recorded, before), *_of_game(recorded.game)]
        found += _of_notes([note for _, note in recorded.notes])
        said += [f"game {recorded.number}: {loss}" for loss in found]
        before.append(recorded.game)
    return said


def _is_known(rules: Rules) -> bool:
    """Whether tags alone identify the game, so that it is no custom game."""
    try:
        return rules_of_tags(named_tags(rules)) == rules
    except RulesError:
        return False


def _of_score(record: Record, recorded: RecordedGame, before: Sequence[Game]) -> Iterator[str]:
    """The facts that a reader cannot infer from the match length and the points."""
    score, length = start_of(recorded.game).score, record.match.length
    if (score.length if score else 0) != length:
        played = f"to {score.length} points" if score else "for money"
        yield f"that it was played {played} is left out"
    elif score:
        supposed = is_crawford_next(recorded.game.rules, length, recorded.scores, before)
        if supposed != score.is_crawford:
            yield f"that it is {'' if score.is_crawford else 'not '}the Crawford game is left out"


def _of_game(game: Game) -> Iterator[str]:
    events = game.kept_events
    if not is_ordinary(start_of(game)):
        yield "the position from which it began is left out"
    if any(isinstance(event, Acted) and event.act == "refuse" for event in events):
        yield "a resignation that was refused is left out"
    if len(events) != len(game.events):
        yield "turns that were taken back are left out"
    if isinstance(events[-1], Resigned) and game.phase is Phase.ANSWER:
        yield "a resignation that was not answered is left out"
    thrown = [event for event in events if isinstance(event, RolledOff)]
    if game.rules.opening is not Opening.USE and any(one.white != one.black for one in thrown):
        yield "the opening throw is left out"
    if any(throw.white == throw.black for throw in thrown):
        yield "ties of the opening roll are left out, with the doubles that they caused"


def _of_notes(notes: Sequence[Note]) -> Iterator[str]:
    if any(note.comment for note in notes):
        yield "comments on its acts are left out"
    if any(note.luck is not None for note in notes):
        yield "the luck of its rolls is left out"
    if any(note.choices or note.cube for note in notes):
        yield "the analysis of its acts is left out"


def is_ordinary(start_of: Situation) -> bool:
    """Whether a game started as the rules say, apart from its first roll."""
    starter = None if start_of.opening else start_of.to_act
    ordinary = opening_situation(start_of.rules, starter)
    # The file has a place for the first roll, and the score is checked separately.
    plain = replace(start_of, roll=None, score=None)
    if start_of.rules.last_throw is LastThrow.OFF:
        # Only the last throw depends on the starter, and a text may omit it.
        plain = replace(plain, first=ordinary.first)
    return situation_text(plain) == situation_text(ordinary)
