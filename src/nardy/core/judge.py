"""The judge: whether a turn is legal, and if not, which law it breaks."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from nardy.core.canonical import canonical_turn, standard_turn
from nardy.core.dice import DiceList
from nardy.core.events import Played
from nardy.core.formations import broken_formation
from nardy.core.laws import FORWARD, LAWS, Law, law_in_force
from nardy.core.legal import Reaches, begin, longest_steps, may_end, reach
from nardy.core.playing import Way, dice_add_up, interleaved, readings, ways_of
from nardy.core.position import OFF, Position
from nardy.core.refusal import LAWS_OF_PHASES, clause
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.core.steps import LAWS_OF_A_MOVE, MidTurn, Step, after, broken_law
from nardy.core.turn import Turn
from nardy.core.words import Word, net_displacement, place_text, read_words
from nardy.errors import AmbiguousTurn, BackwardsError, IllegalTurnError, TooManyTurns

_FORMATION_LAWS = ("prime", "quarter", "release")
# Of attempts that got equally far, the one that breaks the earlier law here is reported.
_ORDER = (
    *("game-over", "not-yours", "no-checker", "pinned", "bar-first", "wrong-die", "cascade-order"),
    *(law for law in LAWS_OF_A_MOVE if law not in ("no-checker", "pinned", "bar-first")),
    *_FORMATION_LAWS,
)


@dataclass(frozen=True)
class Verdict:
    """The judgement of a turn."""

    law: str | None
    """The id of the law that the turn breaks; None if it is legal."""
    reason: str
    """A sentence that says what breaks it."""
    turn: Turn | None = None
    """The turn that was meant, if legal."""
    final: Position | None = None
    """Its final position, seen by the mover, if legal."""

    broken: Law | None = None
    """The broken law in the words of these rules; None: the general words."""

    @property
    def words(self) -> dict[str, str]:
        """The text of the broken law, by language."""
        law = self.broken or LAWS.get(self.law or "")
        return law.words if law else {}

    @property
    def is_legal(self) -> bool:
        """Whether no law is broken."""
        return self.law is None


def judge(situation: Situation, text: str) -> Verdict:
    """Judge a turn, in any notation, of the player who must act.

    Raises:
        NotationError: the text cannot be read.
        AmbiguousTurn: it can mean two different legal turns.
        TooManyTurns: the search for it takes too long, in some cascades.
    """
    try:
        words = read_words(text)
    except BackwardsError:
        if situation.phase is Phase.TURN:
            return Verdict(FORWARD.id, FORWARD.english, broken=FORWARD)
        raise
    dice = situation.dice
    if situation.phase is not Phase.TURN or dice is None:
        law = LAWS_OF_PHASES[situation.phase]
        return Verdict(law.id, law.english, broken=law)
    return judge_words(situation.rules, situation.position, dice, words)


def judge_words(rules: Rules, position: Position, dice: DiceList, words: list[Word]) -> Verdict:
    """Judge the words of a turn with these dice."""
    mid = begin(rules, position, dice)
    found = readings(rules, mid, words)
    if len(found) > 1:
        texts = tuple(str(canonical_turn(rules, mid, p.moves, p.position)) for p in found)
        raise AmbiguousTurn(
            f"expected one turn, got one that can mean {' or '.join(map(repr, texts))}; "
            "name the points that it touches",
            texts,
        )
    if found:
        turn = standard_turn(rules, mid, found[0].moves, found[0].position)
        return Verdict(None, "every law is kept", turn, found[0].position)
    return _illegal(rules, mid, words)


def find_turn(situation: Situation, text: str) -> tuple[Turn, Position]:
    """The legal turn that a text means, and its final position, seen by the mover.

    Raises:
        IllegalTurnError: no legal turn; the error has the law and the judge's sentence.
        NotationError: the text cannot be read as a turn.
        AmbiguousTurn: it can mean two different legal turns.
        TooManyTurns: the search for it takes too long, in some cascades.
    """
    verdict = judge(situation, text)
    if verdict.turn is None or verdict.final is None:
        raise IllegalTurnError(verdict.law or "longest-play", verdict.reason, verdict.words)
    return verdict.turn, verdict.final


def is_text_of(situation: Situation, played: Played, final: Position) -> bool:
    """Whether the text of an event means its moves, which are legal and lead to *final*."""
    try:
        return find_turn(situation, played.turn)[1] == final
    except TooManyTurns:
        # A cascade with more orders than can be tried: the text must move as many checkers from and to the
        # same points.
        return net_displacement(read_words(played.turn)) == net_displacement(
            map(Word, played.moves)
        )


def _illegal(rules: Rules, mid: MidTurn, words: list[Word]) -> Verdict:
    """The first move that fails, in the order written, or the law that the whole turn breaks."""
    here, ways = [mid], ways_of(words)
    for way in ways:
        ends, failure = _along(rules, here, way)
        if not ends and failure.law == "cascade-order" and not _is_one_move(mid, way):
            # The dice of a cascade may take several checkers along by turns.
            alternating = interleaved(rules, mid, ways)
            return _whole_turn(rules, mid, alternating) if alternating else failure
        if not ends:
            return failure
        here = ends
    return _whole_turn(rules, mid, here)


def _is_one_move(mid: MidTurn, way: Way) -> bool:
    """Whether a single die, of all in this turn, makes the whole way."""
    return len(way) == 2 and any(max(OFF, way[0] - die) == way[1] for die in mid.dice)


def _along(rules: Rules, mids: list[MidTurn], way: Way) -> tuple[list[MidTurn], Verdict]:
    """The states after a checker has gone its way, and the verdict on the attempt that got furthest."""
    # A dictionary as an ordered set, so that the same turn always gets the same reason.
    ends: dict[MidTurn, None] = {}
    # Sorts after every real attempt: places end at 25, and laws before the end of _ORDER.
    furthest = (100, len(_ORDER), Verdict("wrong-die", ""))
    stack = [(mid, way) for mid in mids]
    while stack:
        mid, left = stack.pop()
        if len(left) == 1:
            ends[mid] = None
            continue
        for step, law in _trials(rules, mid, left):
            if law is None:
                rest = left[2:] if step.target == left[1] else left[1:]
                stack.append((after(rules, mid, step), (step.target, *rest)))
            elif (left[0], _ORDER.index(law)) < furthest[:2]:
                furthest = (left[0], _ORDER.index(law), _verdict(rules, law, step))
    return list(ends), furthest[2]


def _trials(rules: Rules, mid: MidTurn, way: Way) -> Iterator[tuple[Step, str | None]]:
    """The moves along the way, each with the law that forbids it."""
    origin, target = way[0], way[1]
    general = "game-over" if mid.is_over else _law_of_origin(rules, mid, origin)
    if general:
        yield Step(origin, origin - target), general
        return
    fitting = [die for die in mid.usable if _adds_up(mid, die, origin, target)]
    for die in fitting:
        yield Step(origin, die), broken_law(rules, mid, Step(origin, die))
    if not fitting:
        later = dice_add_up(mid.dice, ((origin, target),))
        yield Step(origin, origin - target), "cascade-order" if later else "wrong-die"


def _adds_up(mid: MidTurn, die: int, origin: int, target: int) -> bool:
    """Whether this die, followed by others, can bring a checker exactly to the target."""
    rest = list(mid.dice)
    rest.remove(die)
    here = max(OFF, origin - die)
    if here <= target:
        return here == target
    return any(
        _adds_up(replace(mid, dice=tuple(rest)), following, here, target)
        for following in (rest[:1] if mid.in_order else sorted(set(rest)))
    )


def _law_of_origin(rules: Rules, mid: MidTurn, origin: int) -> str | None:
    """Check the laws that depend only on the moved checker."""
    step = Step(origin, 1)
    if not mid.position.player[origin]:
        theirs = mid.position.opponent[rules.facing(origin)] if 0 < origin < 25 else 0
        return "not-yours" if theirs else "no-checker"
    for law in ("pinned", "bar-first"):
        if LAWS_OF_A_MOVE[law](rules, mid, step):
            return law
    return None


def _verdict(rules: Rules, law: str, step: Step) -> Verdict:
    broken = law_in_force(law, rules, is_backwards=step.die < 0)
    move = f"{place_text(step.origin)}/{place_text(step.target)}"
    return Verdict(law, f"{move}: {clause(broken)}", broken=broken)


def _whole_turn(rules: Rules, mid: MidTurn, ends: list[MidTurn]) -> Verdict:
    """The verdict on legal moves that make no legal turn: formations, longest play, larger die."""
    reaches: Reaches = {}
    standing = [end for end in ends if may_end(rules, end)]
    if not standing:
        law = broken_formation(rules, ends[0].position) or "prime"
        broken = law_in_force(law, rules)
        return Verdict(law, broken.english, broken=broken)
    longest = max(0, reach(rules, mid, reaches))
    played = max(len(mid.dice) - len(end.dice) for end in standing)
    law = "longest-play" if played < longest else "larger-die"
    dice = "".join(map(str, mid.dice))
    # An example tells the player what was overlooked.
    example = longest_steps(rules, mid, reaches)
    reason = f"{LAWS[law].english} (the dice {dice}: {played} played, {longest} can be"
    if example:
        reason += f", for example beginning with {place_text(example[0].origin)}/"
        reason += place_text(example[0].target)
    return Verdict(law, reason + ")")
