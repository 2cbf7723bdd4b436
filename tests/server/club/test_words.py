import asyncio
from pathlib import Path

import pytest

from nardy.server.club.words import OwnWords, shown
from nardy.server.errors import RefusedError
from nardy.server.games.rule_versions import FAMILY
from nardy.server.protocol.hosting import ClubWords
from nardy.server.store.database.opening import open_store


def test_the_admins_page_wins_over_the_settings_field_by_field(tmp_path: Path) -> None:
    async def go() -> list[ClubWords]:
        store = open_store(tmp_path / "club.db")
        words = OwnWords(store, FAMILY)
        await words.open(ClubWords("Settings", welcome="Hello"))
        seen = [words.now]
        await words.write(ClubWords("Page", rules="Be kind."))
        seen.append(words.now)
        again = OwnWords(store, FAMILY)
        await again.open(ClubWords("Settings", welcome="Hello"))
        assert again.now == words.now
        await words.write(ClubWords())
        seen.append(words.now)
        store.close()
        return seen

    first, second, third = asyncio.run(go())
    assert first == third == ClubWords("Settings", welcome="Hello")
    assert second == ClubWords("Page", welcome="Hello", rules="Be kind.")


def test_words_have_no_control_characters_and_lines_only_where_texts_have_them() -> None:
    told = ClubWords("A\nclub\x07", "One.\r\n\r\nTwo.\x00", "Now\nhere", " a\n\nb \u202e")
    assert shown(told) == ClubWords("A club", "One.\n\nTwo.", "Now here", "a\n\nb")


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (ClubWords(accent="#ffffff"), "club-accent-letters"),
        (ClubWords(game="chess"), "club-game"),
        (ClubWords(levels="3 chess=4"), "club-game"),
        (ClubWords(levels="nine"), "club-levels"),
    ],
)
def test_what_cannot_be_offered_is_refused_from_the_page_and_from_the_settings(
    tmp_path: Path, wrong: ClubWords, code: str
) -> None:
    async def go() -> None:
        store = open_store(tmp_path / "club.db")
        words = OwnWords(store, FAMILY)
        await words.open(ClubWords("Club"))
        for does in (words.write, words.open):
            with pytest.raises(RefusedError) as refused:
                await does(wrong)
            assert refused.value.code == code
        assert words.now == ClubWords("Club")
        store.close()

    asyncio.run(go())
