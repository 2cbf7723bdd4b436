import asyncio
from pathlib import Path

from nardy.server.club.words import OwnWords, shown
from nardy.server.protocol.hosting import ClubWords
from nardy.server.store.database.opening import open_store


def test_the_admins_page_wins_over_the_settings_field_by_field(tmp_path: Path) -> None:
    async def go() -> list[ClubWords]:
        store = open_store(tmp_path / "club.db")
        words = OwnWords(store)
        words.by_settings = ClubWords("Settings", welcome="Hello")
        seen = [await words.read()]
        await words.write(ClubWords("Page", rules="Be kind."))
        seen.append(await words.read())
        await words.write(ClubWords())
        seen.append(await words.read())
        store.close()
        return seen

    first, second, third = asyncio.run(go())
    assert first == third == ClubWords("Settings", welcome="Hello")
    assert second == ClubWords("Page", welcome="Hello", rules="Be kind.")


def test_words_have_no_control_characters_and_lines_only_where_texts_have_them() -> None:
    told = ClubWords("A\nclub\x07", "One.\r\n\r\nTwo.\x00", "Now\nhere", " a\n\nb \u202e")
    assert shown(told) == ClubWords("A club", "One.\n\nTwo.", "Now here", "a\n\nb")
