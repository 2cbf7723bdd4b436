"""The laws by name: what each law id says to a player at a board is in locale/*/laws.json.

A refusal names one of these ids; `LAWS` turns it into a sentence. First come the laws of
turns, in the order in which a move is tested, then those of the other acts at the table.

>>> LAWS["bar-first"].english
'While one of your checkers is on the bar, it must enter before any other move.'
>>> list(LAWS)[:3]
['game-over', 'not-rolled', 'not-yours']
"""

from dataclasses import dataclass

from nardy.core.choices import Prime
from nardy.core.rules import Rules
from nardy.translations import LANGUAGES, SOURCE, texts


@dataclass(frozen=True, slots=True)
class Law:
    """One law: its id and the tags of its sources."""

    id: str
    source: str
    """Tags of nardy.core.sources.SOURCES."""
    reading: str = ""
    """Behind the id in the key of its words, where the rules or the move give it words of their own."""

    @property
    def key(self) -> str:
        """Of its words in locale/*/laws.json."""
        return f"law.{self.id}{self.reading}"

    def says(self, language: str) -> str:
        """What it says in a language."""
        return texts(language, "laws")[self.key]

    @property
    def english(self) -> str:
        """What it says in English."""
        return self.says(SOURCE)

    @property
    def words(self) -> dict[str, str]:
        """What it says, by language."""
        return {language: self.says(language) for language in LANGUAGES}


_OF_TURNS = (
    Law("game-over", "S0 3.12; S1; S4"),
    Law("not-rolled", "S0 1.5, 3.1; S1; S4"),
    Law("not-yours", "S0 1.1; S3"),
    Law("no-checker", "S0 1.1; S3"),
    Law("pinned", "S4; BK; GZ"),
    Law("bar-first", "S1; S2; S4"),
    Law("wrong-die", "S0 3.1, 3.2; S3; S4"),
    Law("cascade-order", "S0 text 4; WP; IT"),
    Law("head", "S0 1.2, 3.1; S3; GEO"),
    Law("runner", "BK; BRK"),
    Law("not-home", "S0 2.2, 3.11; S1; S2; S3; S4"),
    Law("bear-off", "S0 3.12; S1; S2; S3; S4"),
    Law("closed-point", "S0 3.8; S1; S2; S4; BK"),
    Law("hitter-moved", "WP; BGE"),
    Law("hide", "S4"),
    Law("hitter-off", "S4"),
    Law("prime", "S0 3.5, texts 3 and 5; GEO; BK"),
    Law("quarter", "BK; BRK; GZ"),
    Law("release", "BK; BRK"),
    Law("longest-play", "S0 3.10, text 4; S1; S2; S3; S4"),
    Law("larger-die", "S0 3.10; S1; S2; S4"),
)

_OF_OTHER_ACTS = (
    Law("already-rolled", "S0 3.1; S1; S4"),
    Law("draft-open", "S0 1.7, 3.4"),
    Law("offer-open", "S1; S4"),
    Law("no-offer", "S1; S4"),
    Law("cube-off", "BK; WP; CLUB"),
    Law("cube-access", "S1; S4"),
    Law("cube-cap", "CLUB"),
    Law("crawford", "BK; WP"),
    Law("holland", "BK; WP"),
    Law("money-only", "S4; BK"),
    Law("bomb-access", "S4; BK"),
)

LAWS: dict[str, Law] = {law.id: law for law in (*_OF_TURNS, *_OF_OTHER_ACTS)}
"""Every law by its id, in the order of the rules: the laws of turns, then those of other acts."""

FORWARD = Law("wrong-die", "S0 1.1; S1; S2; S3", ".backwards")
"""What is said of a move backwards: no die makes it."""

PRIMES: dict[Prime, Law] = {
    Prime.AHEAD: Law("prime", "S0 3.5; S3; GEO; BK", "=ahead"),
    Prime.OPP_HOME: Law("prime", "S0 text 5", "=opp_home"),
    Prime.FORBID: Law("prime", "S0 text 3", "=forbid"),
}
"""The law on primes as each of its readings has it."""


def law_in_force(law: str, rules: Rules, *, is_backwards: bool = False) -> Law:
    """A law in the words of these rules; *is_backwards* tells of a move that leads away from home.

    >>> from nardy.games import find_game
    >>> law_in_force("prime", find_game("long-nardy@no-six")).english
    'Six points in a row, a prime, are never lawful.'
    """
    if law == "prime":
        return PRIMES.get(rules.prime, LAWS[law])
    return FORWARD if law == "wrong-die" and is_backwards else LAWS[law]
