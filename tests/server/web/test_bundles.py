import posixpath
import re
import shutil
import subprocess

import pytest

from nardy.server.web.bundles import (
    FIRST,
    GAME,
    ROOTS,
    STYLES,
    bundle_of,
    members,
    needed,
    sent_files,
    style_of,
)
from nardy.server.web.static_files import web_files

SENT = {name: file.content.decode() for name, file in sent_files().items() if name[-3:] == ".js"}
RAW = {name: file.content.decode() for name, file in web_files().items() if name[-3:] == ".js"}
LEFT = re.compile(r"^(?:import(?! ?\()|export)\b.*", re.MULTILINE)
"""Statements; what is imported later is an expression."""


def test_a_module_stands_in_one_bundle_at_most_with_all_that_it_imports() -> None:
    assert not set(members(FIRST)) & set(members(GAME))
    assert needed(["/js/game/page.js"]) <= {*members(FIRST), *members(GAME)}
    assert needed(["/js/home.js"]) <= set(members(FIRST))
    assert bundle_of("/js/game/chat.js") is None


@pytest.mark.parametrize("bundle", ROOTS)
def test_nothing_in_a_bundle_imports_in_a_circle(bundle: str) -> None:
    # Modules of a circle would wait for each other for ever.
    left = set(members(bundle))
    while free := {name for name in left if not (needed([name]) - {name}) & left}:
        left -= free
    assert not left


@pytest.mark.parametrize("bundle", ROOTS)
def test_every_import_and_export_was_understood(bundle: str) -> None:
    lines = LEFT.findall(SENT[bundle])
    assert all("$get" in line or "$bodies" in line for line in lines), lines
    for name in members(bundle):
        exported = re.findall(
            r"^export .*?\b(?:function|class|const) (\w+)", RAW[name], re.MULTILINE
        )
        assert len(exported) == len(re.findall(r"^export", RAW[name], re.MULTILINE)), name


def test_every_file_names_only_files_that_are_there_and_no_module_twice() -> None:
    for name, text in SENT.items():
        if bundle_of(name) or not name.startswith("/js/"):
            continue
        for way in re.findall(r'(?:^import |from |import\()"(\.[^"]+)"', text, re.MULTILINE):
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), way))
            assert target in SENT or target == "/js/protocol.js", (name, way)  # types alone
            assert bundle_of(target) is None, (name, way)
        for target in re.findall(r'\$get\("([^"]+)"\)', text):
            assert bundle_of(target), (name, target)


def test_no_string_goes_over_the_end_of_a_line_so_that_indents_can_stay_at_home() -> None:
    for name, text in RAW.items():
        assert [line for line in text.split("\n") if line.count("`") % 2] == [], name


@pytest.mark.skipif(shutil.which("node") is None, reason="node reads the scripts")
def test_bundles_are_scripts() -> None:
    for bundle in ROOTS:
        command = [shutil.which("node") or "", "--check", "--input-type=module"]
        subprocess.run(command, input=SENT[bundle], text=True, check=True)


def test_the_styles_of_a_page_are_those_of_the_page_as_it_is_written() -> None:
    page = web_files()["/index.html"].content.decode()
    assert tuple(re.findall(r'stylesheet" href="/web(/[^"]+)"', page)) == STYLES
    sent = sent_files()
    assert sent[style_of("")].content == b"".join(sent[name].content for name in STYLES)
    assert sent[style_of("home")].content.endswith(sent["/css/home.css"].content)
