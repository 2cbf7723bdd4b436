"""The words of a club about itself, and what it offers first: from its admins' page, else from its settings."""

from collections.abc import Callable

import msgspec

from nardy.server.club.accent import accent_of
from nardy.server.club.first_levels import EVERY, is_game, levels_of
from nardy.server.errors import RefusedError
from nardy.server.games.rule_versions import RuleVersions
from nardy.server.protocol.hosting import ClubWords
from nardy.server.store import about
from nardy.server.store.database.writer import Connection, Writer

KEY = "words"
"""Their name in the table `about`."""


def shown(words: ClubWords) -> ClubWords:
    """The words without control characters; lines stay only where texts have them."""

    def clean(text: str, *, has_lines: bool) -> str:
        lines = text.replace("\r\n", "\n").split("\n")
        kept = ["".join(sign for sign in line if sign.isprintable()).rstrip() for line in lines]
        return ("\n" if has_lines else " ").join(kept).strip()

    return ClubWords(
        name=clean(words.name, has_lines=False),
        welcome=clean(words.welcome, has_lines=True),
        announcement=clean(words.announcement, has_lines=False),
        rules=clean(words.rules, has_lines=True),
        accent=" ".join(words.accent.split()),
        game=words.game,
        levels=" ".join(words.levels.split()),
    )


class OwnWords:
    """Reads and keeps the words of a club."""

    def __init__(self, store: Writer, rule_versions: RuleVersions) -> None:
        self._store, self._rule_versions = store, rule_versions
        self._by_settings = ClubWords()
        self.now = ClubWords()
        """What everybody sees."""
        self.on_change: Callable[[], None] = lambda: None
        """Called when the admins' page has changed them."""

    async def open(self, by_settings: ClubWords) -> None:
        """Read what the admins' page has said; it wins over the settings, field by field.

        Raises:
            RefusedError: a color, game or level of the settings cannot be offered.
        """
        self._by_settings = self._checked(by_settings)
        await self.read_again()

    async def read_again(self) -> None:
        """Read what an admins' page has said, perhaps that of another process."""
        text = await self._store.read(lambda c: about.get(c, KEY))
        self._set(msgspec.json.decode(text, type=ClubWords) if text else ClubWords())

    async def write(
        self, words: ClubWords, also: Callable[[Connection], object] = lambda _: None
    ) -> None:
        """Keep the words of the admins' page; *also* is part of the transaction.

        Raises:
            RefusedError: the color, game or level cannot be offered.
        """
        kept = self._checked(words)
        text = msgspec.json.encode(kept).decode()
        await self._store.run(lambda c: (about.put(c, KEY, text), also(c)))
        self._set(kept)
        self.on_change()

    def _set(self, kept: ClubWords) -> None:
        said = {
            name: getattr(kept, name) or getattr(self._by_settings, name)
            for name in ClubWords.__struct_fields__
        }
        self.now = ClubWords(**said)

    def _checked(self, words: ClubWords) -> ClubWords:
        clean = shown(words)
        accent_of(clean.accent)
        games = [*([clean.game] if clean.game else []), *levels_of(clean.levels)]
        for game in games:
            if game != EVERY and not is_game(game, self._rule_versions):
                reason = f"expected the id of a game such as long-nardy, got {game!r:.40}"
                raise RefusedError("club-game", f"{reason}; choose one of the club's list")
        return clean
