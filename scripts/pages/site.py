"""The parts of the site beside docs/: boards, pages of the repository's root, the games in Russian."""

import json
import posixpath
import re
import shutil
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from typing import Any

from scripts.pages.markdown import GENERATED

from nardy import render
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.core.text import situation_text
from nardy.formats import read_position
from nardy.games import GAMES
from nardy.render.rulebook import rulebook
from nardy.render.svg import SvgOptions
from nardy.translations import LANGUAGES, texts

ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "benchmarks/README.md": "benchmarks.md",
}
"""Files outside docs/ that are pages of the site."""
ICON = "assets/icon.svg"
PLAYED = ROOT / "build" / "play"
"""The page as `nardy site` writes it, where scripts/site has let it; boards come alive by its engine."""
PLAY = "play"
"""Its folder on the site."""
BOARDS = "assets/boards.js"
"""The script that brings boards to life; it is told the games of the engine and its words."""
_FENCE = re.compile(r"(^```.*?^```)", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
_START = re.compile(r"^!\[The start of .*\]\(([\w-]+)\.svg\)$", re.MULTILINE)
_OTHER_HOSTS = re.compile(r"https://(?:unpkg\.com|api\.github\.com)/")


def board(text: str, language: str = "en") -> str:
    """A board of the site: a picture until a reader tries its position (docs/assets/boards.js)."""
    situation, _ = read_position(text.strip())
    drawn = render.svg(situation, options=SvgOptions(language=language))
    place = escape(situation_text(situation))
    return f'<div class="board" data-position="{place}" data-language="{language}">{drawn}</div>'


def board_fence(source: str, *_: object, **__: object) -> str:
    """The block ```board in Markdown: a position in any notation."""
    return board(source)


def linked(text: str, page: str) -> str:
    """Markdown with the links of a file of the repository as they are on the site.

    Files that are no page are told by their names, since the site does not have them.
    """
    own = PAGES.get(page, page.removeprefix("docs/"))

    def follow(link: re.Match[str]) -> str:
        picture, words, address = link.groups()
        target, mark, anchor = address.partition("#")
        if re.match(r"\w+:", address) or not target:
            return link[0]
        file = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
        found = PAGES.get(file, file.removeprefix("docs/") if file.startswith("docs/") else "")
        if not found:
            return f"`{words.strip('`')}`"
        near = posixpath.relpath(found, posixpath.dirname(own) or ".")
        return f"{picture}[{words}]({near}{mark}{anchor})"

    parts = _FENCE.split(text)
    return "".join(part if part.startswith("```") else _LINK.sub(follow, part) for part in parts)


def russian_pages() -> Iterator[tuple[str, str]]:
    """The rules of every game in Russian, and their list."""
    listed = "\n".join(
        f"- [{_title(rules.russian)}](games/{rules.id}.md)" for rules in GAMES.values()
    )
    told = (
        "# Игры семейства нард\n\nПравила всех игр по-русски. Остальная документация пока"
        f" [на английском](../index.md).\n\n{listed}\n"
    )
    yield "ru/index.md", told
    for rules in GAMES.values():
        parts = [f"# {_title(rules.russian)}", board(start_text(rules), "ru")]
        for section in rulebook(rules, "ru"):
            parts.append(f"## {section.title}")
            parts.append("\n".join(f"- {sentence}" for sentence in section.sentences))
        parts.append(
            "Настройки, источники и культура игры:"
            f" [по-английски](../../games/{rules.id}.md)."
        )  # fmt: skip
        yield f"ru/games/{rules.id}.md", "\n\n".join(parts) + "\n"


def start_text(rules: Rules) -> str:
    """The position text of a game's start; a Situation and the standard library are enough for it."""
    return situation_text(Situation(rules=rules, position=rules.start))


def _title(name: str) -> str:
    return name[:1].upper() + name[1:]


def generated() -> Iterator[tuple[str, str]]:
    """Every file of the site that is not in docs/, with its content."""
    for file, page in PAGES.items():
        yield page, linked((ROOT / file).read_text("utf-8"), file)
    yield from russian_pages()
    yield ICON, (ROOT / "src" / "nardy" / "web" / "icon.svg").read_text("utf-8")


def on_config(config: Any) -> Any:
    """Add the block for boards, anchors as GitHub makes them, and the games to the navigation."""
    from pymdownx.slugs import slugify  # noqa: PLC0415 (the site alone needs it)

    fence = {"name": "board", "class": "board", "format": board_fence}
    config["mdx_configs"].setdefault("pymdownx.superfences", {})["custom_fences"] = [fence]
    make: Callable[..., object] = slugify
    config["mdx_configs"]["toc"]["slugify"] = make(case="lower")
    for name, pages in (
        ("Games", sorted(page.name for page in (ROOT / "docs" / "games").glob("*.md"))),
        ("Decisions", sorted(page.name for page in (ROOT / "docs" / "decisions").glob("*.md"))),
    ):
        section = _section(config["nav"], name)
        section += [f"{name.lower()}/{page}" for page in pages if page != "README.md"]
    russian = [{_title(rules.russian): f"ru/games/{rules.id}.md"} for rules in GAMES.values()]
    _section(config["nav"], "По-русски").extend(russian)
    return config


def _section(nav: list[Any], name: str) -> list[Any]:
    """The list of a section, at whatever depth."""
    for entry in nav:
        if isinstance(entry, dict):
            for title, inside in entry.items():
                if title == name:
                    return inside
                if isinstance(inside, list) and (found := _section(inside, name)) is not None:
                    return found
    return None  # type: ignore[return-value]


def on_files(files: Any, config: Any) -> Any:
    """Add what is not in docs/."""
    from mkdocs.structure.files import File  # noqa: PLC0415 (the site alone needs it)

    for place, content in generated():
        files.append(File.generated(config, place, content=content))
    return files


_NAMED_FENCE = re.compile(r"^(```\w+) ([\w.-]+)$", re.MULTILINE)


def on_page_markdown(text: str, page: Any, **_: object) -> str:
    """Let links out of docs/ lead to their pages, and draw the start of a game as a board."""
    place = page.file.src_uri
    # A page has its title from a heading on its first line.
    text = text.removeprefix(GENERATED).lstrip()
    # MkDocs wants the name of a file as a title; with a bare one it takes no block, and swallows what follows.
    text = _NAMED_FENCE.sub(r'\1 title="\2"', text)
    if place.startswith("culture/"):
        # A game's page tells the same.
        page.meta["search"] = {"exclude": place not in ("culture/board.md", "culture/books.md")}
    if place in PAGES.values() or place.startswith("ru/"):
        return text
    if place.startswith("games/"):
        text = _START.sub(lambda found: board(start_text(GAMES[found[1]])), text)
    return linked(text, f"docs/{place}")


def on_post_build(config: Any) -> None:
    """Take out what a page could load from other hosts: diagrams, which no page has; add the page that plays."""
    for script in Path(config["site_dir"]).rglob("*.js"):
        text = script.read_text("utf-8")
        script.write_text(_OTHER_HOSTS.sub("", text), "utf-8")
    # The choice of language asks for the pages that both languages have: none.
    languages = Path(config["site_dir"]) / "ru" / "sitemap.xml"
    languages.write_text('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>\n', "utf-8")
    for source_map in Path(config["site_dir"]).rglob("*.map"):
        source_map.unlink()
    bring_to_life(Path(config["site_dir"]), PLAYED)


def bring_to_life(site: Path, played: Path) -> None:
    """Copy the page that plays to the site, and tell the script of boards which games its engine knows."""
    script = site / BOARDS
    text = script.read_text("utf-8")
    for mark, value in (("$games", known_games(played)), ("$words", board_words())):
        text = text.replace(f'"{mark}"', json.dumps(value, ensure_ascii=False))
    script.write_text(text, "utf-8")
    if played.is_dir():
        shutil.copytree(played, site / PLAY, dirs_exist_ok=True)


def known_games(played: Path) -> list[str]:
    """The ids of the games that the engine of a page knows; none without a page."""
    files = [*played.glob("web/*/engine/games.json")]
    return sorted({game for file in files for game in json.loads(file.read_text("utf-8"))["games"]})


def board_words() -> dict[str, dict[str, str]]:
    """The texts of a board before it is alive, by language."""
    return {
        language: {key.removeprefix("try."): text for key, text in texts(language, "site").items()}
        for language in LANGUAGES
    }
