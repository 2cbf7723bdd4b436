import re

import pytest

from nardy.server.web.bundles import FIRST, GAME, version
from nardy.server.web.first_page import first_page, language_of


def test_home_and_a_game_begin_with_what_is_theirs() -> None:
    home, game = (first_page(path).content.decode() for path in ("/", "/play/abc"))
    assert f'href="/web/{version()}/css/home-bundle.css" data-part="home"' in home
    assert f'href="/web/{version()}/css/game-bundle.css" data-part="game"' in game
    assert f'"modulepreload" href="/web/{version()}{GAME}"' in game
    assert GAME not in home
    assert 'href="/api/games"' in home
    assert "/api/" not in game
    other = first_page("/leaders").content.decode()
    assert "/css/first-bundle.css" in other
    assert all(f'src="/web/{version()}{FIRST}"' in page for page in (home, game, other))


@pytest.mark.parametrize(
    ("accepts", "language"),
    [
        ("", "en"),
        ("ru", "ru"),
        ("ru-RU,ru;q=0.9", "ru"),
        ("de,fr;q=0.5", "en"),
        ("hy,RU;q=0.2", "ru"),
    ],
)
def test_the_words_come_in_the_readers_language(accepts: str, language: str) -> None:
    assert language_of(accepts) == language
    assert f"/locale/{language}.json" in first_page("/", accepts).content.decode()


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_link_in_a_messenger_tells_what_is_behind_it(language: str) -> None:
    paths = ("/", "/play/abc", "/review/abc", "/dice")
    pages = [first_page(path, language).content.decode() for path in paths]
    told = [re.findall(r'<meta property="og:(\w+)" content="([^"]+)">', page) for page in pages]
    assert all({"title", "description"} <= dict(one).keys() for one in told)
    assert len({dict(one)["title"] for one in told}) == len(paths)
    assert bool(re.search("[а-я]", dict(told[0])["description"])) == (language == "ru")
    assert all(page.count("<title>") == page.count('name="description"') == 1 for page in pages)
