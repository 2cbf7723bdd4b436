"""Scripts and styles that are needed together, sent as one file each: on a slow line every request costs a round trip.

The sources stay plain modules, and nothing is built: at the start the server wraps each module of a
bundle into a function that runs when it is first imported. Every module stands in one bundle at most,
so it exists once on a page, whichever file names it.
"""

import hashlib
import posixpath
import re
from collections.abc import Iterable, Mapping
from functools import cache

from nardy.server.web.static_files import KINDS, File, web_files

FIRST, GAME = "/js/first-bundle.js", "/js/game-bundle.js"
ROOTS = {
    FIRST: ("/js/main.js", "/js/home.js", "/js/notices.js"),
    GAME: (
        *("/js/order/sheet.js", "/js/game/page.js", "/js/game/clock_face.js"),
        *("/js/game/replay.js", "/js/game/extras.js", "/js/game/sheets.js", "/js/chain.js"),
    ),
}
"""The first page; and all from its main button to the first move. They stand in /js, as modules that look
for files beside themselves expect."""
STYLES = ("/css/tokens.css", "/css/page.css", "/css/board.css")
"""What every page is dressed with, first to last; a test holds index.html to it."""
PARTS = ("home", "game")
"""Parts of the page whose styles come with these."""
LETTERS = 16
"""Of the version: enough that no two of them are alike."""

_IMPORT = re.compile(r'^import (?:(\{[^}]*\}|\* as \w+) from )?"(\.[^"]+)";\n', re.MULTILINE)
_LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)

_REGISTRY = """\
const $made = {};
export const $bodies = {};
export const $get = (name) => ($made[name] ??= $bodies[name]().catch((error) => {
  delete $made[name];
  throw error;
}));
"""
"""A module whose words did not come is run anew when it is asked for again."""


@cache
def sent_files() -> Mapping[str, File]:
    """Every file of the page as a page asks for it: scripts beside the bundles import from them."""
    raw = web_files()
    beside = [name for name in raw if name.startswith("/js/") and name.endswith(".js")]
    linked = {name: _beside_bundles(name) for name in beside if not bundle_of(name)}
    linked |= {name: _bundle(name) for name in ROOTS}
    styles = {style_of(part): _style(part) for part in ("", *PARTS)}
    made = {name: File.of(text.encode(), KINDS[".js"]) for name, text in linked.items()}
    made |= {name: File.of(text, KINDS[".css"]) for name, text in styles.items()}
    return {**raw, **made}


@cache
def version() -> str:
    """What all files are together: it changes with any of them."""
    told = "".join(f"{name}{file.tag}" for name, file in sorted(sent_files().items()))
    return hashlib.sha256(told.encode()).hexdigest()[:LETTERS]


@cache
def members(bundle: str) -> tuple[str, ...]:
    """The modules of a bundle, by name: what its roots need, but for what stands in the first one."""
    found = needed(ROOTS[bundle])
    return tuple(sorted(found if bundle == FIRST else found - set(members(FIRST))))


def bundle_of(module: str) -> str | None:
    """The bundle that a module stands in, if it stands in any."""
    return next((bundle for bundle in ROOTS if module in members(bundle)), None)


def needed(roots: Iterable[str]) -> set[str]:
    """Modules with all that they import, and what those import; what is imported later is not here."""
    found: set[str] = set()
    due = [*roots]
    while due:
        one = due.pop()
        if one not in found:
            found.add(one)
            due += [_beside(one, target) for _, target in _IMPORT.findall(_text(one))]
    return found


def style_of(part: str) -> str:
    """The name of the styles that a page of some part begins with."""
    return f"/css/{part or 'first'}-bundle.css"


def _style(part: str) -> bytes:
    files = [*STYLES, *([f"/css/{part}.css"] if part else [])]
    return b"".join(web_files()[name].content for name in files)


def _bundle(bundle: str) -> str:
    bodies = "".join(_body(name) for name in members(bundle))
    if bundle == FIRST:
        return f'{_REGISTRY}{bodies}$get("{ROOTS[FIRST][0]}");\n'
    return f'import {{ $bodies, $get }} from "{_way(bundle, FIRST)}";\n{bodies}'


def _body(name: str) -> str:
    """A module as a function that runs it and returns what it exports."""
    text = _later(name, _imports(name, _text(name)), stands=FIRST)
    exported = ", ".join(_EXPORT.findall(text))
    text = _EXPORT.sub("", text)
    return f'$bodies["{name}"] = async () => {{\n{text}return {{ {exported} }};\n}};\n'


def _beside_bundles(name: str) -> str:
    """A module that stands in no bundle, and imports from there what does."""
    before = _text(name)
    text = _later(name, _imports(name, before), stands=name)
    if text == before:
        return text
    fixed = [_beside(name, target) for _, target in _IMPORT.findall(before)]
    others = {bundle_of(target) for target in fixed} - {None, FIRST}
    lines = [f'import "{_way(name, str(bundle))}";\n' for bundle in sorted(map(str, others))]
    return f'import {{ $get }} from "{_way(name, FIRST)}";\n{"".join(lines)}{text}'


def _imports(name: str, text: str) -> str:
    """The text with what it imports from bundles asked of them."""

    def replaced(found: re.Match[str]) -> str:
        target = _beside(name, found[2])
        if bundle_of(target) is None:
            return found[0]
        names = (found[1] or "").removeprefix("* as ").replace(" as ", ": ")
        return f'{f"const {names} = " if names else ""}await $get("{target}");\n'

    return _IMPORT.sub(replaced, text)


def _later(name: str, text: str, stands: str) -> str:
    """The text with what it imports later, as it is found from where the text *stands* now."""

    def replaced(found: re.Match[str]) -> str:
        target = _beside(name, found[1])
        bundle = bundle_of(target)
        if bundle is None:
            return f'import("{_way(stands, target)}")'
        if bundle == FIRST:
            return f'$get("{target}")'
        return f'import("{_way(stands, bundle)}").then(() => $get("{target}"))'

    return _LATER.sub(replaced, text)


def _text(name: str) -> str:
    return web_files()[name].content.decode()


def _way(script: str, target: str) -> str:
    """A file as a script names it."""
    told = posixpath.relpath(target, posixpath.dirname(script))
    return told if told.startswith("..") else f"./{told}"


def _beside(script: str, way: str) -> str:
    """What a script means by a name that starts where it stands."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(script), way))
