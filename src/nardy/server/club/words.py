"""The words of a club about itself: from its admins' page, else from its settings."""

import msgspec

from nardy.server.protocol.hosting import ClubWords
from nardy.server.store import about
from nardy.server.store.database.writer import Writer

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
    )


class OwnWords:
    """Reads and keeps the words of a club."""

    def __init__(self, store: Writer) -> None:
        self._store = store
        self.by_settings = ClubWords()
        """What the settings say; the admins' page wins, field by field."""

    async def read(self) -> ClubWords:
        """The words that everybody sees."""
        text = await self._store.read(lambda c: about.get(c, KEY))
        kept = msgspec.json.decode(text, type=ClubWords) if text else ClubWords()
        fields = ClubWords.__struct_fields__
        return ClubWords(
            **{name: getattr(kept, name) or getattr(self.by_settings, name) for name in fields}
        )

    async def write(self, words: ClubWords) -> None:
        """Keep the words of the admins' page."""
        text = msgspec.json.encode(shown(words)).decode()
        await self._store.run(lambda c: about.put(c, KEY, text))
