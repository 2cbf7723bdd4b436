"""An explanation in words: templates of locale/*/coach.json, filled with counts and nothing else."""

from nardy.coach.explanation import LEAST, Explanation
from nardy.coach.kinds import ENOUGH, LARGER, ROLLS_TO_GO, Undo
from nardy.coach.plans import plan_of
from nardy.coach.points import held
from nardy.coach.reasons import CHANCE, Reason
from nardy.coach.replies import WEIGHTS
from nardy.coach.roll_map import SAME, grouped
from nardy.core.choices import Contact
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.translations import SOURCE, counted, figure, listed, number, say, texts

NO_MORE = 0.0005
"""Points that are told as none."""
GAMMONS = {"mars": "marses", "double": "double_games"}
"""The noun for larger wins by the game's own name; gammons elsewhere."""
UNTOLD = {SAME, "enters"}
"""Groups of rolls that say nothing: whoever is hit has to enter."""
FEW_ROLLS = 2
"""Rolls of 36 of which something is said at least."""
PLAIN = {Undo.CHANGE: "by change", Undo.RACE: "by race"}
"""Sentences on the worth of a reason that have no number, by its undoing."""
DIGITS = {ROLLS_TO_GO: 2, **dict.fromkeys(LARGER, 1)}
"""Decimals of counts that are not whole."""
FENCE = 3
"""Points in a row that are called a fence; fewer are told as points in a row, as those of a prime."""


def sentences(found: Explanation, language: str = SOURCE) -> list[str]:
    """The difference and at most two reasons; or that there is none, and which rolls make half of it.

    Every number is counted.
    """
    told = _Words(found, language)
    if found.pair is None or found.loss is None:
        if found.best == found.played:
            return [told.say("only")]
        return [told.say("at once" if found.wins_at_once else "apart")]
    if abs(found.loss) < LEAST:
        return [told.say("equal")]
    if found.loss < 0:
        # The bot that ranked the turns disagrees with the two plies of the figures.
        return [told.say("reversed", gain=round(-found.loss, 3))]
    first = told.say("gain" if found.is_best else "loss")
    if not found.reasons:
        return [first, *told.silence(), told.wins(), *told.larger()]
    return [first, *told.reasons()]


def plan_sentence(found: Explanation, language: str = SOURCE) -> str:
    """The player's plan before the turn."""
    return _plan(found.situation.rules, found.plan, language)


def plan_words(rules: Rules, position: Position, language: str = SOURCE) -> str:
    """The plan of the player on roll, as a sentence.

    >>> from nardy import BACKGAMMON
    >>> plan_words(BACKGAMMON, BACKGAMMON.start)
    'Plan: free contact.'
    """
    return _plan(rules, plan_of(rules, position).id, language)


def _plan(rules: Rules, plan: str, language: str) -> str:
    name = say(language, "coach", own_key(f"plan.{plan}", rules, language))
    return say(language, "coach", "plan", plan=name)


def own_key(key: str, rules: Rules, language: str) -> str:
    """The sentence with the game's own name of larger losses, where there is one."""
    own = f"{key}.{rules.result_name('gammon')}"
    return own if own in texts(language, "coach") else key


class _Words:
    """The words of one explanation."""

    def __init__(self, found: Explanation, language: str) -> None:
        self.found, self.language = found, language
        self.rules: Rules = found.situation.rules
        self.larger_noun = GAMMONS.get(self.rules.result_name("gammon"), "gammons")

    def say(self, key: str, **values: object) -> str:
        """A sentence; the turns and the loss are known to each."""
        loss = round(self.found.loss or 0.0, 3)
        turns = {"best": self.found.best, "played": self.found.played, "loss": loss}
        return say(self.language, "coach", key, **{**turns, **values})

    def count(self, value: float) -> str:
        """A count, or the word for none."""
        return number(self.language, value) if value else texts(self.language, "coach")["none"]

    def wins(self) -> str:
        """Games won of a hundred after both turns."""
        pair = self.found.pair
        if pair is None:
            return ""
        points = pair.valuation.game.points
        won = [n for n, worth in enumerate(points) if worth > 0]
        shares = 100 * (WEIGHTS @ pair.replies.chances.astype(float))[:, won].sum(1)
        best, played = (figure(self.language, f"{share:.1f}") for share in shares.tolist())
        return self.say("wins", best_wins=best, played_wins=played)

    def larger(self) -> list[str]:
        """Larger losses or wins of a hundred games, whichever differ more, if by one game at least.

        Nothing where points are not the aim: under the Jacoby rule and at some scores they are worth nothing.
        """
        pair = self.found.pair
        if pair is None or not pair.aims_at_points:
            return []
        name, (best, played) = max(
            pair.larger.items(), key=lambda item: abs(item[1][0] - item[1][1])
        )
        if abs(best - played) < 100 * CHANCE:
            return []
        speaks_for_played = (best > played) is (name == "lost")
        key = f"{name}.but" if speaks_for_played else name
        return [self._counts(Reason(name, Undo.SIZES, best, played, 0.0), key)]

    def silence(self) -> list[str]:
        """Why no reason is named, and the rolls that make half of the difference, if any do."""
        found = self.found
        if found.pair is not None and found.pair.is_uncertain:
            return [self.say("silent.fence"), *self.rolls()]
        if found.ranked is not None:
            return [self.say("silent.judges", ranked=round(found.ranked, 3)), *self.rolls()]
        return self.rolls() or [self.say("silent")]

    def rolls(self) -> list[str]:
        """The opponent's rolls with one thing in common that make half of the difference, if any do."""
        loss = self.found.loss or 0.0
        untold = UNTOLD | ({"makes"} if self.rules.contact is Contact.BLOCK else set[str]())
        groups = grouped(self.found.rolls).items()
        told = [item for item in groups if item[0].removeprefix("-") not in untold]
        for name, (count, part) in told[:1]:
            # More than the whole would be taken back by other rolls.
            if count >= FEW_ROLLS and ENOUGH * loss <= part <= loss:
                turn = self.found.best if name.startswith("-") else self.found.played
                what = self.say(f"reply.{name.removeprefix('-')}")
                points = number(self.language, round(part, 3))
                return [self.say("rolls", n=count, what=what, turn=turn, part=points)]
        return []

    def reasons(self) -> list[str]:
        """What differs, and what that is worth; of two small changes it is said once."""
        named = self.found.reasons
        if len(named) > 1 and all(one.undo is Undo.CHANGE for one in named):
            return [*map(self._difference, named), self.say("by changes")]
        told = [f"{self._difference(one)} {self._worth(one)}" for one in named[:1]]
        for one in named[1:]:
            is_change = one.undo is Undo.CHANGE
            worth = self.say("by change.too") if is_change else self._worth(one)
            told.append(f"{self._difference(one)} {worth}")
        return told

    def _difference(self, reason: Reason) -> str:
        if reason.points:
            return self._points(reason)
        return self._digits() if reason.fact == "dead digits" else self._counts(reason)

    def _counts(self, reason: Reason, key: str = "") -> str:
        is_pin = self.rules.contact is Contact.PIN and reason.undo is Undo.HITS
        fact = key or self._word(reason)
        key = f"{fact}.pin" if is_pin else own_key(fact, self.rules, self.language)
        digits = DIGITS.get(reason.fact)
        best, played = (_plain(round(value, digits)) for value in (reason.best, reason.played))
        text = texts(self.language, "coach")[key]
        values: dict[str, object] = {
            "m_larger": counted(self.language, self.larger_noun, best),
            "n_larger": counted(self.language, self.larger_noun, played),
        }
        # A number with its noun stays a number; the other one may be the word for none.
        for name, value in (("m", best), ("n", played)):
            values[name] = value if f"{{{name}:" in text else self.count(value)
        return self.say(key, **values)

    def _word(self, reason: Reason) -> str:
        """The fact, or what it is called where its own word would be too large."""
        if reason.fact == "fence" and max(reason.best, reason.played) < FENCE:
            return "prime"
        pair = self.found.pair
        if reason.fact == "to save mars" and pair is not None and not pair.saves_larger:
            return "to come home"
        return reason.fact

    def _points(self, reason: Reason) -> str:
        """The points that the better turn alone makes or keeps; their count where it does some of both."""
        known = held(self.rules, self.found.situation.position)
        if not known.isdisjoint(reason.points) and not known.issuperset(reason.points):
            return self._counts(reason)
        many = "many" if len(reason.points) > 1 else "one"
        points = listed(self.language, [*map(str, sorted(reason.points, reverse=True))])
        kept = "keeps" if known.issuperset(reason.points) else "makes"
        key = f"{reason.fact}.{kept}"
        if many == "many" and f"{key}.many" in texts(self.language, "coach"):
            key += ".many"
        return self.say(key, points=self.say(f"point.{many}", points=points))

    def _digits(self) -> str:
        """The digits by which no checker can move after the other turn, but can after the better one."""
        movable = self.found.movable
        if movable is None:
            return ""
        best, played = movable[0].tolist()
        dead = [str(n) for n in range(1, 7) if not played[n - 1] and best[n - 1]]
        key = "dead digits" if len(dead) == 1 else "dead digits.many"
        return self.say(key, digits=listed(self.language, dead, "or"))

    def _worth(self, reason: Reason) -> str:
        loss = self.found.loss or 0.0
        if reason.undo in PLAIN:
            return self.say(PLAIN[reason.undo])
        part, rest = number(self.language, round(reason.part, 3)), loss - reason.part
        if reason.undo in (Undo.ROLLS, Undo.SIZES):
            key = "by rolls" if reason.undo is Undo.ROLLS else "by sizes"
            more = round(-rest, 3)
            return (
                self.say(f"{key}.more", more=more) if -rest >= NO_MORE else self.say(key, part=part)
            )
        pin = ".pin" if self.rules.contact is Contact.PIN else ""
        if -rest >= NO_MORE:
            return self.say(f"by hits.more{pin}", more=round(-rest, 3))
        if rest < NO_MORE:
            return self.say(f"by hits.all{pin}")
        return self.say(f"by hits{pin}", rest=round(rest, 3))


def _plain(value: float) -> float | int:
    return int(value) if value == int(value) else value
