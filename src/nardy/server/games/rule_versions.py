"""All rules of a club: built-in games, its own, and earlier versions of its own.

A game of the club is stored as `courtyard~5e0c1a2b3d4f,koks=3`, with its version, whose file is kept in the
database. So games go on, are replayed and rated by their first rules, whatever becomes of the file.
"""

import contextlib
import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

from nardy.core.options import in_a_match, rules_text
from nardy.core.rule_values import RulesChanges
from nardy.core.rules import Rules
from nardy.errors import NardyError, UnknownGameError
from nardy.games import GAMES, ROTATIONS, find_game
from nardy.games.catalog import find_in, named_options, require_playable
from nardy.games.game_file import finder, parse_game
from nardy.server.games.folder import OwnGame
from nardy.server.store.database.writer import Writer
from nardy.server.store.rule_versions import KeptGame, keep, kept
from nardy.server.timestamps import now

HouseState = Literal["", "now", "changed", "gone"]
"""A version of the club's own game: current, replaced by other rules, or removed; '' is a built-in game."""
VERSION = "~"
"""The separator of a game's id and its version; no id contains it."""
# 48 bits: of a thousand versions two are alike with a chance of one in 500 million.
_DIGITS = 12


class RuleVersions:
    """Finds the rules of a game by its name at this club."""

    def __init__(
        self, versions: Mapping[str, Rules] | None = None, now: Iterable[str] = ()
    ) -> None:
        """*versions* are named `id~version`, the oldest first; *now* names the current ones."""
        self._versions = dict(versions or {})
        self._now = {id_of(name): name for name in now}

    @property
    def own(self) -> list[Rules]:
        """The current rules of the club's own games."""
        return [self._versions[name] for name in self._now.values()]

    def find(self, text: str) -> Rules:
        """The current rules of an id, name or alias, with a preset or options.

        Raises:
            UnknownGameError: the club has no such game, or not this version any more.
            RulesError: the preset, option or value does not exist.
        """
        return named_options(text, self._playable)

    def recall(self, text: str) -> Rules:
        """The rules of any game ever played here, by its version or else its latest one.

        Raises:
            UnknownGameError: it was never played here, or its rules cannot be read any more.
        """
        return named_options(text, self._known)

    def games_of(self, text: str, *, is_match: bool = False) -> tuple[str, ...]:
        """The stored form of a game's name: one game, or several in rotation.

        A match is stored without options that only matter for money. So players who want the same match
        meet, and it is rated.

        Raises:
            RulesError: the club has no such game, or its start is not playable.
        """
        if rotation := ROTATIONS.get(text.strip().casefold()):
            return tuple(map(rules_text, rotation))
        rules = in_a_match(self.find(text)) if is_match else self.find(text)
        require_playable(rules)
        _, comma, options = rules_text(rules).partition(",")
        return (self._now.get(rules.published.id, rules.published.id) + comma + options,)

    def renewed(self, games: tuple[str, ...]) -> tuple[str, ...]:
        """The same games with their current rules.

        Raises:
            UnknownGameError: the club has removed one of them.
        """
        if len(games) != 1:
            return games
        name, comma, options = games[0].partition(",")
        return self.games_of(id_of(name) + comma + options)

    def state(self, game: str) -> HouseState:
        """Whether a stored game is current, changed or removed."""
        if VERSION not in game:
            return ""
        name, _, _ = game.partition(",")
        now = self._now.get(id_of(name))
        return "gone" if now is None else "now" if now == name else "changed"

    def _playable(self, name: str) -> Rules:
        if VERSION in name and self.state(name) != "now":
            raise UnknownGameError(
                f"expected the current rules of a game, got earlier ones of {id_of(name)!r}; "
                "choose one of the club's games"
            )
        if name in self._now or VERSION in name:
            return self._versions[self._now[id_of(name)]]
        try:
            return find_game(name)
        except UnknownGameError as unknown:
            try:
                return find_in(name, {rules.id: rules for rules in self.own}, {})
            except UnknownGameError:
                raise unknown from None

    def _known(self, name: str) -> Rules:
        if VERSION in name and name not in self._versions:
            raise UnknownGameError(
                f"expected a game that was played here, got {name!r}, whose rules are missing or cannot "
                "be read by this version of nardy"
            )
        before = [known for known in self._versions if name == id_of(known)]
        wanted = [name, self._now.get(name), *reversed(before)]
        found = next((name for name in wanted if name in self._versions), None)
        return self._versions[found] if found else self._playable(name)


FAMILY = RuleVersions()
"""The rules of a club without games of its own."""


def id_of(game: str) -> str:
    """A game's id, without its version and options.

    >>> id_of("courtyard~5e0c1a2b3d4f,koks=3")
    'courtyard'
    """
    return re.split("[~,@]", game, maxsplit=1)[0]


def in_log(rules: Sequence[Rules]) -> Callable[[str], Rules]:
    """A function that finds the games of a room's log: the club's own game by the rules it had then."""
    game = rules[0].published
    return find_game if game.id in GAMES else finder(game)


async def open_rule_versions(store: Writer, own: Sequence[OwnGame] = ()) -> RuleVersions:
    """The rules of the club from its folder and the database, in which new versions are stored."""
    versions = read_versions(await store.read(kept))
    new = [_version(game, versions) for game in own]
    await store.run(lambda connection: keep(connection, new))
    return RuleVersions(versions, [game.name for game in new])


def read_versions(games: Iterable[KeptGame]) -> dict[str, Rules]:
    """The rules of all versions by their names, the oldest first."""
    versions: dict[str, Rules] = {}
    for game in games:
        # A version that cannot be read any more fails only if somebody needs it.
        with contextlib.suppress(NardyError):
            versions[game.name] = parse_game(game.text, game.name)
    return versions


def _version(game: OwnGame, versions: dict[str, Rules]) -> KeptGame:
    """The version of a file: a known one with the same laws, else a new one, which is added."""
    rules = game.rules
    digest = hashlib.sha256(game.text.encode()).hexdigest()[:_DIGITS]
    alike = (name for name, one in versions.items() if one.id == rules.id and are_equal(one, rules))
    name = next(alike, f"{rules.id}{VERSION}{digest}")
    versions[name] = rules
    return KeptGame(name, game.text, now())


def are_equal(one: Rules, other: Rules) -> bool:
    """Whether the laws are the same, without names and sources."""
    words = RulesChanges(
        id=other.id, name="", russian="", aliases=(), source="", names=(), presets=()
    )
    return one.replace(**words) == other.replace(**words)
