import json
import re
from pathlib import Path

import pytest

from nardy.core.laws import LAWS
from nardy.server.bots.levels import BOT_LEVELS
from nardy.server.web.bundles import FIRST, GAME, sent_files, version
from nardy.server.web.pages import HEADERS, html_of_address, language_of
from nardy.server.web.static_files import web_files

FILES = {name: file.content.decode() for name, file in web_files().items()}
SCRIPTS = {name: text for name, text in FILES.items() if name.endswith(".js")}
LOCALES = {name: json.loads(text) for name, text in FILES.items() if name.startswith("/locale/")}
"""The words that every page has, /locale/en.json, and those of a part, /locale/en/learn.json."""
WORDS = {
    language: {
        key: word
        for name, words in LOCALES.items()
        if name.startswith(f"/locale/{language}")
        for key, word in words.items()
    }
    for language in ("en", "ru")
}


def resolved(name: str, target: str) -> str:
    return str((Path(name).parent / target).resolve())


@pytest.mark.parametrize(("address", "most"), [("/", 115_000), ("/play/x", 199_500)])
@pytest.mark.parametrize("language", WORDS)
def test_a_page_is_small_and_few_files(address: str, most: int, language: str) -> None:
    page = html_of_address(address, language).content.decode()
    told = set(re.findall(rf'"/web/{version()}(/[^"]+)"', page))
    assert {name[name.rfind(".") :] for name in told} == {".css", ".js", ".json"}
    assert len(told) <= 5, told
    size = len(page) + sum(len(sent_files()[name].content) for name in told)
    assert size < most, f"{size} bytes"


def test_nothing_is_inline_and_nothing_comes_from_elsewhere() -> None:
    page = FILES["/index.html"]
    assert not re.search(r"<style|<script(?![^>]* src=)|\sstyle=|\son\w+=", page)
    for name, text in FILES.items():
        addresses = re.findall(r"(?:https?|wss?)://[\w.]+", text)
        if name != "/library/links.json":  # ways out, that somebody follows or not
            # The last two are hosts for URL alone, which reads a path with them.
            known = {"http://www.w3.org", "http://page", "http://club"}
            assert set(addresses) <= known, name
    policy = HEADERS["content-security-policy"]
    assert "default-src 'none'" in policy
    assert policy.count("unsafe") == policy.count("'wasm-unsafe-eval'") == 1


def test_scripts_never_write_markup() -> None:
    for name, text in SCRIPTS.items():
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", text
        ), name


def test_every_import_of_a_script_is_there() -> None:
    for name, text in SCRIPTS.items():
        for target in re.findall(r'(?:from |import\()"(\.[^"]+)"', text):
            if target.endswith("/protocol.js"):
                continue  # types alone, which no browser asks for
            assert resolved(name, target) in FILES, (name, target)


def test_parts_have_the_same_words_in_both_languages_and_none_twice() -> None:
    english = {name[10:]: json.loads(FILES[name]) for name in FILES if "/locale/en" in name}
    russian = {name[10:]: json.loads(FILES[name]) for name in FILES if "/locale/ru" in name}
    assert {part: told.keys() for part, told in english.items()} == {
        part: told.keys() for part, told in russian.items()
    }
    assert sum(map(len, english.values())) == len(WORDS["en"])


def test_both_languages_have_the_same_words_with_the_same_values() -> None:
    def shape(value: object) -> object:
        if isinstance(value, dict):
            return "forms"
        return sorted(re.findall(r"\{\w+(?::\w+)?\}", str(value)))

    english, russian = WORDS["en"], WORDS["ru"]
    assert english.keys() == russian.keys()
    assert {k: shape(v) for k, v in english.items()} == {k: shape(v) for k, v in russian.items()}


def test_no_word_is_told_twice() -> None:
    for language, words in WORDS.items():
        files = [told for name, told in LOCALES.items() if name.startswith(f"/locale/{language}")]
        assert len(words) == sum(map(len, files))


def test_counted_nouns_have_every_form() -> None:
    for key in WORDS["en"]:
        if key.startswith("count."):
            assert set(WORDS["en"][key]) == {"one", "other"}
            assert set(WORDS["ru"][key]) == {"one", "few", "many", "other"}


def test_every_word_that_a_script_asks_for_exists_and_is_used() -> None:
    code = "\n".join(SCRIPTS.values())
    asked = set(re.findall(r'\bt\("([\w.]+)"', code))
    assert asked <= WORDS["en"].keys(), asked - WORDS["en"].keys()
    patterns = [
        re.sub(r"\$\{[^`]*?\}", ".+", key) for key in re.findall(r"`([\w.]+\.\$\{[^`]*)`", code)
    ]
    quoted = set(re.findall(r'"([\w.]+)"', code)) | asked
    unused = [
        key
        for key in WORDS["en"]
        if key not in quoted and not any(re.fullmatch(pattern, key) for pattern in patterns)
    ]
    assert not unused


def test_every_level_has_its_words() -> None:
    for level, spec in BOT_LEVELS.items():
        assert {f"level.{level}", f"level.{level}.is", f"bot.{spec}"} <= WORDS["en"].keys()


def test_every_law_of_turns_has_a_title() -> None:
    titled = {key.removeprefix("law.") for key in WORDS["en"] if key.startswith("law.")}
    # A move backwards is called so, though the law that it breaks is that of the dice.
    assert titled <= LAWS.keys() | {"forward"}
    of_turns = list(LAWS)[list(LAWS).index("pinned") : list(LAWS).index("already-rolled")]
    assert set(of_turns) <= titled


def test_home_and_a_game_begin_with_what_is_theirs() -> None:
    home, game = (html_of_address(path).content.decode() for path in ("/", "/play/abc"))
    assert f'href="/web/{version()}/css/home-bundle.css" data-part="home"' in home
    assert f'href="/web/{version()}/css/game-bundle.css" data-part="game"' in game
    assert f'"modulepreload" href="/web/{version()}{GAME}"' in game
    assert GAME not in home
    assert 'href="/api/games"' in home
    assert "/api/" not in game
    other = html_of_address("/leaders").content.decode()
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
    assert f"/locale/{language}.json" in html_of_address("/", accepts).content.decode()


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_link_in_a_messenger_tells_what_is_behind_it(language: str) -> None:
    paths = ("/", "/play/abc", "/review/abc", "/dice")
    pages = [html_of_address(path, language).content.decode() for path in paths]
    told = [re.findall(r'<meta property="og:(\w+)" content="([^"]+)">', page) for page in pages]
    assert all({"title", "description"} <= dict(one).keys() for one in told)
    assert len({dict(one)["title"] for one in told}) == len(paths)
    assert bool(re.search("[а-я]", dict(told[0])["description"])) == (language == "ru")
    assert all(page.count("<title>") == page.count('name="description"') == 1 for page in pages)
