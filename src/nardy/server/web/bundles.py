"""Bundles of scripts and styles, each sent as one file: on a slow line every request costs a round trip.

There is no build step: at startup the server wraps each module of a bundle into a function that runs
when it is first imported. A module is in one bundle at most, so a page has only one instance of it.
"""

import hashlib
import posixpath
import re
from collections.abc import Iterable, Mapping
from functools import cache

from nardy.server.web.engine_files import engine_files
from nardy.server.web.static_files import KINDS, File, web_files

FIRST, GAME = "/js/first-bundle.js", "/js/game-bundle.js"
ROOTS = {
    FIRST: ("/js/main.js", "/js/home.js", "/js/notices.js"),
    GAME: (
        *("/js/new_game/sheet.js", "/js/game/page.js", "/js/game/layout/clock_face.js"),
        *("/js/game/narration/replay.js", "/js/game/late_parts.js"),
        "/js/provable_dice/hash_chain.js",
    ),
}
"""Entry modules of each bundle: the first page, and a game from the order to the first move. The bundles
are in /js, since modules resolve other files relative to themselves."""
STYLES = ("/css/tokens.css", "/css/page.css", "/css/board.css")
"""The styles of every page, in their order; a test compares index.html with it."""
PARTS = ("home", "game")
"""Parts of the page with a style bundle of their own."""
LETTERS = 16
"""Hexadecimal digits of the version: 64 bits do not collide."""

_IMPORT = re.compile(r'^import (?:(\{[^}]*\}|\* as \w+) from )?"(\.[^"]+)";\n', re.MULTILINE)
_DYNAMIC_IMPORT = re.compile(r'\bimport\("(\.[^"]+)"\)')
_INDENT = re.compile(r"^ +", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)

_REGISTRY = """\
const $made = {};
export const $bodies = {};
export const $get = (name) => ($made[name] ??= $bodies[name]().catch((error) => {
  delete $made[name];
  throw error;
}));
"""
"""Runs each module once; a module that failed, such as for missing translations, runs again at its next import."""


@cache
def sent_files() -> Mapping[str, File]:
    """All web files by name, with bundles; scripts outside the bundles import from them."""
    raw = web_files()
    beside = [name for name in raw if name.startswith("/js/") and name.endswith(".js")]
    linked = {name: _unbundled(name) for name in beside if not bundle_of(name)}
    linked |= {name: _bundle(name) for name in ROOTS}
    styles = {style_of(part): _style(part) for part in ("", *PARTS)}
    made = {name: File.of(text.encode(), KINDS[".js"]) for name, text in linked.items()}
    made |= {name: File.of(text, KINDS[".css"]) for name, text in styles.items()}
    return {**raw, **made}


@cache
def version() -> str:
    """A hash of all files, with those of the engine."""
    files = {**sent_files(), **engine_files()}
    tags = "".join(f"{name}{file.tag}" for name, file in sorted(files.items()))
    return hashlib.sha256(tags.encode()).hexdigest()[:LETTERS]


@cache
def members(bundle: str) -> tuple[str, ...]:
    """The sorted modules of a bundle: all that its roots need and that the first bundle lacks."""
    found = needed(ROOTS[bundle])
    return tuple(sorted(found if bundle == FIRST else found - set(members(FIRST))))


def bundle_of(module: str) -> str | None:
    """The bundle that contains a module, or None."""
    return next((bundle for bundle in ROOTS if module in members(bundle)), None)


def needed(roots: Iterable[str]) -> set[str]:
    """The modules with all their static imports; dynamic imports are left out."""
    found: set[str] = set()
    due = [*roots]
    while due:
        module = due.pop()
        if module not in found:
            found.add(module)
            due += [_resolved(module, target) for _, target in _IMPORT.findall(_text(module))]
    return found


def style_of(part: str) -> str:
    """The file name of the style bundle of a part of the page."""
    return f"/css/{part or 'first'}-bundle.css"


def _style(part: str) -> bytes:
    files = [*STYLES, *([f"/css/{part}.css"] if part else [])]
    return b"".join(web_files()[name].content for name in files)


def _bundle(bundle: str) -> str:
    bodies = "".join(_body(name) for name in members(bundle))
    if bundle == FIRST:
        return f'{_REGISTRY}{bodies}$get("{ROOTS[FIRST][0]}");\n'
    return f'import {{ $bodies, $get }} from "{_specifier(bundle, FIRST)}";\n{bodies}'


def _body(name: str) -> str:
    """The module as a function that runs it and returns its exports."""
    text = _dynamic_imports(name, _static_imports(name, _text(name)), stands=FIRST)
    exported = ", ".join(_EXPORT.findall(text))
    text = _INDENT.sub("", _EXPORT.sub("", text))  # no string goes over a line's end
    # Async, since modules use `await` outside of functions.
    return f'$bodies["{name}"] = async () => {{\n{text}return {{ {exported} }};\n}};\n'


def _unbundled(name: str) -> str:
    """The text of a module outside the bundles, with its imports redirected to them."""
    before = _text(name)
    text = _dynamic_imports(name, _static_imports(name, before), stands=name)
    if text == before:
        return text
    fixed = [_resolved(name, target) for _, target in _IMPORT.findall(before)]
    others = {bundle_of(target) for target in fixed} - {None, FIRST}
    lines = [f'import "{_specifier(name, str(bundle))}";\n' for bundle in sorted(map(str, others))]
    return f'import {{ $get }} from "{_specifier(name, FIRST)}";\n{"".join(lines)}{text}'


def _static_imports(name: str, text: str) -> str:
    """The text with static imports of bundled modules redirected to the bundles."""

    def replaced(found: re.Match[str]) -> str:
        target = _resolved(name, found[2])
        if bundle_of(target) is None:
            return found[0]
        names = (found[1] or "").removeprefix("* as ").replace(" as ", ": ")
        return f'{f"const {names} = " if names else ""}await $get("{target}");\n'

    return _IMPORT.sub(replaced, text)


def _dynamic_imports(name: str, text: str, stands: str) -> str:
    """The text with its dynamic imports rewritten, relative to the file in which it *stands* now."""

    def replaced(found: re.Match[str]) -> str:
        target = _resolved(name, found[1])
        bundle = bundle_of(target)
        if bundle is None:
            return f'import("{_specifier(stands, target)}")'
        if bundle == FIRST:
            return f'$get("{target}")'
        return f'import("{_specifier(stands, bundle)}").then(() => $get("{target}"))'

    return _DYNAMIC_IMPORT.sub(replaced, text)


def _text(name: str) -> str:
    return web_files()[name].content.decode()


def _specifier(script: str, target: str) -> str:
    """The import specifier of a file, relative to a script."""
    path = posixpath.relpath(target, posixpath.dirname(script))
    return path if path.startswith("..") else f"./{path}"


def _resolved(script: str, specifier: str) -> str:
    """The file of a relative import specifier."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(script), specifier))
