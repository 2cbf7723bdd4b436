"""What is played at a club: the family's games, its own, and the rules its own had before.

A game of the club is stored with its version behind the name, `courtyard~5e0c1a2b3d4f,koks=3`, and
that version's file is kept in the database: whatever becomes of the file, a game that was begun goes
on, is replayed, and is counted by the rules by which it was begun.
"""

import hashlib
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

from nardy.core.options import in_a_match, rules_text
from nardy.core.rules import Rules
from nardy.errors import NardyError, UnknownGameError
from nardy.games import GAMES, ROTATIONS, find_game
from nardy.games.catalogue import find_in, named_options, require_playable
from nardy.games.game_file import finder, parse_game
from nardy.server.games.folder import OwnGame
from nardy.server.store.database.writer import Writer
from nardy.server.store.rule_versions import KeptGame, keep, kept

State = Literal["", "now", "changed", "gone"]
"""Of a game of the club: played so now, by other rules by now, or no more; '' of the family's."""
VERSION = "~"
"""Between a game's id and its version: no id has it."""
_DIGITS = 12


class RuleVersions:
    """Finds games by what they are called here."""

    def __init__(
        self, versions: Mapping[str, Rules] | None = None, now: Iterable[str] = ()
    ) -> None:
        """*versions*, the oldest first, are called `id~version`; *now* names those played now."""
        self._versions = dict(versions or {})
        self._now = {id_of(name): name for name in now}

    @property
    def own(self) -> list[Rules]:
        """The games of the club as they are played now."""
        return [self._versions[name] for name in self._now.values()]

    def find(self, text: str) -> Rules:
        """The game of an id, name or alias, with a preset or options, as one may order it.

        Raises:
            UnknownGameError: it is not played here, or no more by these rules.
            RulesError: the preset, option or value does not exist here.
        """
        return named_options(text, self._playable)

    def recall(self, text: str) -> Rules:
        """The same for what was ever played here; without a version by its latest rules.

        Raises:
            UnknownGameError: it never was, or its rules cannot be read any more.
        """
        return named_options(text, self._known)

    def games_of(self, text: str, *, is_match: bool = False) -> tuple[str, ...]:
        """The games of a name, as a room is stored with them: one, or several in rotation.

        A match is stored without the options that stand for money alone, so that those who want
        the same match meet, and it is rated.

        Raises:
            RulesError: it is no game of this club, or none that anybody could begin.
        """
        if rotation := ROTATIONS.get(text.strip().casefold()):
            return tuple(map(rules_text, rotation))
        rules = in_a_match(self.find(text)) if is_match else self.find(text)
        require_playable(rules)
        _, comma, options = rules_text(rules).partition(",")
        return (self._now.get(rules.published.id, rules.published.id) + comma + options,)

    def renewed(self, games: tuple[str, ...]) -> tuple[str, ...]:
        """The same games by the rules that they have now.

        Raises:
            UnknownGameError: the club has one of them no more.
        """
        return games if len(games) != 1 else self.games_of(_without_version(games[0]))

    def state(self, game: str) -> State:
        """How a stored game stands to what the club plays now."""
        if VERSION not in game:
            return ""
        name = _name(game)
        now = self._now.get(id_of(name))
        return "gone" if now is None else "now" if now == name else "changed"

    def _playable(self, name: str) -> Rules:
        if VERSION in name and self.state(name) != "now":
            raise UnknownGameError(
                f"expected a game as the club plays it now, got rules of {id_of(name)!r} that it had "
                "before; choose one of its games"
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
                f"expected a game that was played here, got {name!r}, whose rules are not kept "
                "or cannot be read by this nardy"
            )
        before = [known for known in self._versions if name == id_of(known)]
        wanted = [name, self._now.get(name), *reversed(before)]
        found = next((one for one in wanted if one in self._versions), None)
        return self._versions[found] if found else self._playable(name)


FAMILY = RuleVersions()
"""What a club plays that has no games of its own."""


def id_of(game: str) -> str:
    """A game's id, without its version and options.

    >>> id_of("courtyard~5e0c1a2b3d4f,koks=3")
    'courtyard'
    """
    return re.split("[~,@]", game, maxsplit=1)[0]


def in_log(rules: Sequence[Rules]) -> Callable[[str], Rules]:
    """How the games of a room's log are found: its own game as it was, whatever it is by now."""
    game = rules[0].published
    return find_game if game.id in GAMES else finder(game)


async def open_rule_versions(store: Writer, own: Sequence[OwnGame] = ()) -> RuleVersions:
    """The games of the club beside those that are kept, which these join."""
    before = await store.read(kept)
    versions = _readable(before)
    new = [_version(game, versions) for game in own]
    await store.run(lambda connection: keep(connection, new))
    return RuleVersions(versions, [game.name for game in new])


def _readable(before: Iterable[KeptGame]) -> dict[str, Rules]:
    """What was kept; whoever asks for what cannot be read any more is told so then."""
    versions: dict[str, Rules] = {}
    for game in before:
        try:
            versions[game.name] = parse_game(game.text, game.name)
        except NardyError:
            continue
    return versions


def _version(game: OwnGame, versions: dict[str, Rules]) -> KeptGame:
    """The version of a file: a known one where the laws are the same; it is added otherwise."""
    rules = game.rules
    digest = hashlib.sha256(game.text.encode()).hexdigest()[:_DIGITS]
    alike = (name for name, one in versions.items() if one.id == rules.id and _equal(one, rules))
    name = next(alike, f"{rules.id}{VERSION}{digest}")
    versions[name] = rules
    return KeptGame(name, game.text, time.time_ns() // 1_000_000)


def _equal(one: Rules, other: Rules) -> bool:
    """Whether the laws are the same, whatever the game is called and whoever says so."""
    words = {"name": "", "russian": "", "aliases": (), "source": "", "names": (), "presets": ()}
    return one.replace(id="", **words) == other.replace(id="", **words)


def _name(game: str) -> str:
    return game.partition(",")[0]


def _without_version(game: str) -> str:
    name, comma, options = game.partition(",")
    return id_of(name) + comma + options
