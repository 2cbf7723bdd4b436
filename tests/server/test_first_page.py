import pytest

from nardy.server.first_page import first_page, language_of, needed
from nardy.server.web_files import version, web_files


def test_a_script_is_needed_with_all_that_it_imports_but_not_with_what_comes_later() -> None:
    scripts = needed("/js/game/page.js")
    assert {"/js/game/page.js", "/js/board/geometry.js", "/js/words.js"} <= scripts
    assert "/js/game/extras.js" not in scripts
    assert scripts <= web_files().keys()


def test_home_and_a_game_begin_with_what_is_theirs() -> None:
    home, game = (first_page(path).content.decode() for path in ("/", "/play/abc"))
    assert f'"/web/{version()}/css/home.css"' in home
    assert "/css/home.css" not in game
    assert f'"modulepreload" href="/web/{version()}/js/game/play.js"' in game
    assert "/js/game/play.js" not in home
    other = first_page("/leaders").content.decode()
    assert "/css/home.css" not in other
    assert f'src="/web/{version()}/js/main.js"' in other


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
