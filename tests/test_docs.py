"""The docs are current, name everything that exists, and no link in them is dead."""

import contextlib
import importlib
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest
from scripts.pages.commands import commands
from scripts.pages.laws import error_classes
from scripts.pages.packages import PACKAGES
from scripts.pages.protocol import FORM, form_of_messages
from tests.cli.talk import nardy as nardy_here
from tests.effort import THOROUGH, each

import nardy
from nardy.core.events import SIMPLE_ACTS, Event
from nardy.core.laws import LAWS
from nardy.core.options import OPTIONS
from nardy.core.sources import SOURCES
from nardy.games import GAMES, UNDESCRIBED
from nardy.server.protocol import messages
from nardy.server.protocol.messages import ToClient, ToServer
from nardy.server.settings import Settings

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


# What is printed in a console block is what the command prints; "..." stands for any lines.
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
NAMED_FILE = re.compile(r"^```\w+ ([\w.-]+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def reference(name: str) -> str:
    return (DOCS / "reference" / f"{name}.md").read_text("utf-8")


def examples(page: Path) -> Iterator[tuple[str, str]]:
    """Each command of a page's console blocks with what it should print."""
    for block in CONSOLE.findall(page.read_text("utf-8")):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, printed = example.partition("\n")
            yield command, printed


def prose(page: Path) -> str:
    """A page without its code blocks and the code in its lines."""
    return re.sub(r"`[^`\n]*`", "", FENCE.sub("", page.read_text("utf-8")))


def headings(page: Path) -> set[str]:
    """The anchors of a page, as they are made of its headings."""
    titles = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text("utf-8")), re.MULTILINE)
    kept = (re.sub(r"[^\w\- ]", "", title.lower()) for title in titles)
    return {title.replace(" ", "-") for title in kept}


def test_the_generated_pages_are_current() -> None:
    answer = subprocess.run(
        [sys.executable, ROOT / "scripts" / "docs", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, f"run scripts/docs\n{answer.stdout}{answer.stderr}"


@each("page", PAGES)
def test_every_link_leads_somewhere(page: Path) -> None:
    assert not list(dead_links(page))


WITH_EXAMPLES = [page for page in PAGES if CONSOLE.search(page.read_text("utf-8"))]


@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_commands_of_a_page_print_what_it_says(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, content in NAMED_FILE.findall(page.read_text("utf-8")):
        (tmp_path / name).write_text(content, "utf-8")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    nardy_command = tmp_path / "nardy"
    nardy_command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m nardy "$@"\n', "utf-8")
    nardy_command.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for command, printed in examples(page):
        answer = printed_by(command, tmp_path)
        parts = re.split(r"^\.\.\.\n", printed, flags=re.MULTILINE)
        wanted = "(?:.*\\n)*".join(map(re.escape, parts))
        assert re.fullmatch(wanted, answer[0]), f"{command}\n{''.join(answer)}"


def printed_by(command: str, folder: Path) -> tuple[str, str]:
    """What a line of a shell prints; in the quick suite a single command runs in this process."""
    if (
        command.startswith("nardy ")
        and not THOROUGH
        and not re.search(r"[|>&;$`\n]", command.strip())
    ):
        with contextlib.chdir(folder):
            said = nardy_here(*shlex.split(command)[1:])
        return said.out, said.err
    answer = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return answer.stdout, answer.stderr


def dead_links(page: Path) -> Iterator[str]:
    for link in LINK.findall(prose(page)):
        if re.match(r"\w+:", link):
            continue
        target, _, anchor = link.partition("#")
        file = page if not target else (page.parent / target).resolve()
        if not file.exists() or (anchor and anchor not in headings(file)):
            yield link


def test_every_command_is_documented() -> None:
    told = reference("cli")
    assert commands()
    assert all(f"\n## nardy {name}\n" in told for name in commands())


def test_every_option_and_law_and_error_is_documented() -> None:
    assert headings(DOCS / "reference" / "options.md") >= set(OPTIONS)
    assert headings(DOCS / "reference" / "laws.md") >= set(LAWS)
    assert all(f"**{tag}**" in reference("laws") for tag in SOURCES)
    assert all(f"| `{kind.__name__}` |" in reference("errors") for kind in error_classes())


def test_the_protocol_says_what_every_message_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert f"\n{FORM}\nobject with its `type`. " in reference("protocol")
    monkeypatch.setattr(messages, "__doc__", "Other words.")
    with pytest.raises(ValueError, match="in the docstring of messages"):
        form_of_messages()


def test_the_page_of_options_tells_of_each_only_what_it_changes() -> None:
    text = (DOCS / "reference" / "options.md").read_text("utf-8")
    of = {part.split("\n")[0]: part for part in text.split("\n## ")[1:]}
    for other in ("Jacoby", "Crawford", "beaver", "redoubling"):
        assert other not in of["cube_play"]
    for name in ("koks", "home_mars"):
        assert "- `off`: There is no such law." in of[name]
    assert not [name for name, part in of.items() if "may offer to lose" in part]


def meanings(option: str) -> dict[str, str]:
    """What the page of options says about each value of an option."""
    part = re.split(r"^## ", reference("options"), flags=re.MULTILINE)
    [told] = (text for text in part if text.startswith(f"{option}\n"))
    return dict(re.findall(r"^- `(.*?)`: (.*)$", told, re.MULTILINE))


def test_the_page_of_options_explains_the_values_that_presets_have() -> None:
    for rules in GAMES.values():
        for name, value in (pair for _, options in rules.presets for pair in options):
            assert value in meanings(name), (rules.id, name, value)


def test_the_page_of_options_tells_a_scope_with_each_exception() -> None:
    for told in meanings("head_scope").values():
        assert "3-3, 4-4 and 6-6" in told
        assert "6-6 and 4-4 let" in told


def test_the_page_of_options_tells_of_no_law_where_one_is_off() -> None:
    for option in ("beavers", "first_hit_wins", "home_mars", "jacoby", "raccoons"):
        assert meanings(option)["off"] == "There is no such law."


def test_every_kind_of_event_is_documented_with_an_example() -> None:
    told = reference("events")
    for kind in [kind.kind for kind in get_args(Event)]:
        assert f"\n## {kind}\n" in told
        assert f'{{"kind": "{kind}"' in told
    assert all(f"`{act}`" in told for act in SIMPLE_ACTS)


def test_every_message_of_the_club_is_documented() -> None:
    told = reference("protocol")
    for kind in (*get_args(ToServer), *get_args(ToClient)):
        assert f"\n### {kind.__struct_config__.tag}\n" in told


def test_every_setting_of_the_club_is_documented() -> None:
    told = (DOCS / "guide" / "club.md").read_text("utf-8").partition("\n## Running it\n")[2]
    names = {one.name for one in fields(Settings)} - {"providers"}
    for name in ("provider", *sorted(names)):
        option = f"--{name.replace('_', '-')}"
        # The table names the first setting of e-mail, and links to the others.
        assert f"`{option}`" in told or f"`{name}`" in told or name.startswith("mail_"), name


def test_every_game_has_its_page_its_picture_and_its_line() -> None:
    index = (DOCS / "games" / "README.md").read_text("utf-8")
    for game in [*GAMES, *UNDESCRIBED]:
        assert f"({game}.md)" in index
        assert (DOCS / "games" / f"{game}.md").exists()
    assert all((DOCS / "games" / f"{game}.svg").exists() for game in GAMES)


def test_every_public_name_is_documented() -> None:
    told = reference("api")
    assert all(f"`{name}`" in told or f"### {name}\n" in told for name in nardy.__all__)


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_of_a_package_is_documented(package: str) -> None:
    told = reference(package)
    for name in importlib.import_module(f"nardy.{package}").__all__:
        assert re.search(rf"^## {name}\n\n\S", told, re.MULTILINE), name


@each("page", PAGES)
def test_pages_speak_of_checkers_and_points(page: Path) -> None:
    if page.parent.name == "culture" or page.name == "glossary.md":
        return
    words = re.findall(r"\b(?:pieces?|chips?|squares?)\b", prose(page), re.IGNORECASE)
    assert not words
