"""Write matches as SGF, so that GNU Backgammon loads them, and list what it cannot express."""

from collections.abc import Iterator, Sequence

from nardy.core.choices import Opening
from nardy.core.events import Acted, Event, Played, Resigned, Rolled, RolledOff
from nardy.core.game import Game
from nardy.core.options import option_text, options_of, rules_text
from nardy.core.player import Player
from nardy.core.position import Counts
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.errors import NotationError
from nardy.formats.mat.tags import RULE_TAGS
from nardy.formats.mat.write import is_ordinary, without_refused
from nardy.formats.notes import Note
from nardy.formats.record import Record, RecordedGame, start_of
from nardy.formats.sgf import root
from nardy.formats.sgf.analysis import has_other_unit, is_shortened, lost_in, properties_of
from nardy.formats.sgf.points import LETTERS, letter_of, move_letters
from nardy.formats.sgf.tree import escaped
from nardy.games import find_game

_WORDS = {
    "double": "double",
    "beaver": "double",
    "raccoon": "double",
    "take": "take",
    "pass": "drop",
}


def check_expressible(record: Record) -> None:
    """Refuse a match of other games.

    Raises:
        NotationError: names the game.
    """
    for recorded in record.games:
        rules = recorded.game.rules
        if rules.id not in root.GAMES or rules.published != find_game(rules.id).published:
            raise NotationError(
                "expected backgammon, nackgammon or hypergammon for an SGF file, "
                f"got {rules_text(rules)}; do nardy convert --to json"
            )
        if any(points != int(points) for points in recorded.scores):
            raise NotationError(
                f"expected whole points for an SGF file, got {recorded.scores}; "
                "do nardy convert --to json"
            )


def match_text(record: Record) -> str:
    """The games of a match, one tree each."""
    return "".join(_game_text(record, recorded, not at) for at, recorded in enumerate(record.games))


def _game_text(record: Record, recorded: RecordedGame, is_first: bool) -> str:
    nodes = [_root(record, recorded, is_first), *_nodes(recorded)]
    return "(;" + "\n;".join(nodes) + ")\n"


def _root(record: Record, recorded: RecordedGame, is_first: bool) -> str:
    start, game, length = start_of(recorded.game), recorded.game, record.match.length
    one, other = (int(points) for points in recorded.scores)
    white, black = (escaped(" ".join(name.split())) for name in record.players)
    text = (
        f"FF[4]GM[6]CA[UTF-8]AP[nardy]MI[length:{length}][game:{max(0, recorded.number - 1)}]"
        f"[ws:{one}][bs:{other}]PW[{white}]PB[{black}]"
    )
    text += _about_match(record) if is_first else ""
    rules = root.rules_text(game.rules, is_match=length > 0, is_crawford_game=start.is_crawford)
    return text + (f"RU[{rules}]" if rules else "") + _result(game)


def _about_match(record: Record) -> str:
    values = {root.PROPERTIES[tag]: value for tag, value in record.tags if tag in root.PROPERTIES}
    values |= {"DT": root.date_text(record.tags), "GC": "\n".join(record.comments)}
    return "".join(f"{name}[{escaped(value)}]" for name, value in values.items() if value)


def _result(game: Game) -> str:
    if not game.outcome or game.outcome.winner is None:
        return ""
    resigned = any(isinstance(event, Resigned) for event in game.events[-2:])
    return f"RE[{LETTERS[game.outcome.winner]}+{game.points:g}{'R' * resigned}]"


def _nodes(recorded: RecordedGame) -> Iterator[str]:
    start, notes = start_of(recorded.game), dict(recorded.notes)
    if _is_set_up(start):
        yield from _setting(start)
    kept = without_refused(recorded.game.kept_events)
    before = Game.from_events(kept[:1], lambda _: recorded.game.rules)
    indices = iter(_indices(recorded.game.events, kept))
    next(indices)
    luck = Note()
    for event in kept[1:]:
        note, now = notes.get(next(indices), Note()), before.situation
        if isinstance(event, Rolled | RolledOff):
            luck = note
        else:
            note = note if note or isinstance(event, Acted) else luck
            yield from _node(event, now, note)
            luck = Note()
        before.apply(event)
    if before.phase is Phase.TURN:
        yield _rolled(before.situation, luck)


def _indices(events: Sequence[Event], kept: Sequence[Event]) -> list[int]:
    """The indices of the kept events among all."""
    by_identity = {id(event): index for index, event in enumerate(events)}
    return [by_identity[id(event)] for event in kept]


def _node(event: Event, now: Situation, note: Note) -> Iterator[str]:
    is_match = now.score is not None
    match event:
        case Played(player, _, moves, _):
            letters = move_letters(moves, Player(player))
            text = f"{LETTERS[Player(player)]}[{now.roll}{letters}]"
            yield text + properties_of(note, Player(player), is_match=is_match)
        case Acted(player, act) if act in _WORDS:
            text = f"{LETTERS[Player(player)]}[{_WORDS[act]}]"
            yield text + properties_of(note, Player(player), is_match=is_match)
        case Resigned() if now.phase is Phase.TURN:
            yield _rolled(now, note)
        case _:
            pass


def _rolled(now: Situation, note: Note) -> str:
    """Dice without a turn."""
    rest = properties_of(Note(comment=note.comment, luck=note.luck), now.to_act)
    return f"PL[{LETTERS[now.to_act]}]DI[{now.roll}]{rest}"


def _is_set_up(start: Situation) -> bool:
    """Whether a game does not begin with the opening roll from the usual position."""
    by_opening = start.opening or start.rules.opening is not Opening.USE
    return not (by_opening and is_ordinary(start))


def _setting(start: Situation) -> Iterator[str]:
    """The position from which a game begins."""
    view = start if start.to_act is Player.WHITE else start.flipped()
    white, black = view.position.player, view.position.opponent
    boards = f"AW{_points(white, Player.WHITE)}AB{_points(black, Player.BLACK)}"
    yield f"PL[{LETTERS[start.to_act]}]AE[a:y]{boards}"
    if start.cube.value != 1:
        yield f"CV[{start.cube.value}]"
        owner = {"player": "w", "opponent": "b"}.get(view.cube.owner.value, "c")
        yield f"CP[{owner}]"
    if start.roll:
        yield f"PL[{LETTERS[start.to_act]}]DI[{start.roll}]"


def _points(counts: Counts, player: Player) -> str:
    letters = (
        f"[{letter_of(place, player)}]" * count for place, count in enumerate(counts) if place
    )
    return "".join(letters)


def losses(record: Record) -> list[str]:
    """The facts about a match that an SGF file cannot hold, one sentence each."""
    said = [f"an SGF file has no place for the tag {tag}" for tag in _lost_tags(record)]
    for recorded in record.games:
        found = _of_game(recorded, record.match.length)
        said += [f"game {recorded.number}: {loss}" for loss in found]
    return said


def _lost_tags(record: Record) -> list[str]:
    kept = {*root.PROPERTIES, root.DATE, *RULE_TAGS, "Player 1", "Player 2"}
    return [*dict.fromkeys(tag for tag, _ in record.tags if tag not in kept)]


def _of_game(recorded: RecordedGame, length: int) -> Iterator[str]:
    game = recorded.game
    yield from _of_rules(game.rules, length)
    if recorded.comments:
        yield "its comments are left out"
    if any(isinstance(event, Acted) and event.act == "refuse" for event in game.events):
        yield "a resignation that was refused is left out"
    if len(game.kept_events) != len(game.events):
        yield "turns that were taken back are left out"
    if isinstance(game.events[-1], Resigned) and game.phase is Phase.ANSWER:
        yield "a resignation that was not answered is left out"
    rolls = [event for event in game.events if isinstance(event, RolledOff)]
    if any(roll.white == roll.black for roll in rolls):
        yield "ties of the opening roll are left out"
    if any(lost_in(note) for _, note in recorded.notes):
        yield "the results of rollouts are left out"
    if any(has_other_unit(note, is_match=length > 0) for _, note in recorded.notes):
        yield "values of the cube are left out: GNU Backgammon has them in another unit"
    if any(is_shortened(note) for _, note in recorded.notes):
        yield "turns that were compared are left out where the one played is not among them"
    start = start_of(game)
    if start.offer is not None:
        yield "the double offered at its beginning is left out"


def _of_rules(rules: Rules, length: int) -> Iterator[str]:
    kept, wanted = options_of(root.rules_back(rules, length)), options_of(rules)
    for name in sorted(wanted.keys() | kept.keys()):
        if wanted.get(name) != kept.get(name):
            yield f"the option {name}={option_text(rules, name)} is left out"
