"""The reference of the packages' public names, from their sources and docstrings."""

import ast
import importlib
import inspect
import re
from collections.abc import Iterable, Iterator
from functools import cache
from types import ModuleType

from scripts.pages.markdown import bullets, literal, page

PACKAGES = {
    "formats": "Formats",
    "analysis": "Analysis",
    "coach": "The coach",
    "report": "Reports",
    "bots": "Bots",
    "arena": "Arena",
    "labels": "Opening books",
    "plots": "Plots",
    "rl": "Environments for reinforcement learning",
}
"""Every package with a page of its own, and the page's title."""
ARRAYS = {
    "Floats": "float32",
    "Doubles": "float64",
    "Ints": "int64",
    "Pins": "int32",
    "Bytes": "int8",
}
"""The names that types of arrays have, and what the arrays are of."""
VERBS = ("loads", "load", "dumps", "dump", "losses", "check")
_SECTION = re.compile(r"(Args|Raises|Returns|Yields):")
_ENTRY = re.compile(r"([\w*, ]+): (.*)", re.DOTALL)
Definition = ast.FunctionDef | ast.ClassDef


def pages() -> Iterator[tuple[str, str]]:
    """One page a package."""
    for name, title in PACKAGES.items():
        yield f"reference/{name}.md", package_page(f"nardy.{name}", title)


def package_page(path: str, title: str) -> str:
    """The package's own docstring, then each of its names."""
    package = importlib.import_module(path)
    names = sorted(package.__all__, key=str.casefold)
    entries = [_entry(package, name) for name in names]
    intro = f"What `from {path} import ...` gives. Other names are in [Python names](api.md)."
    used = re.findall(rf"\b({'|'.join(ARRAYS)})\b", "".join(entries))
    arrays = ", ".join(f"`{name}` of {ARRAYS[name]}" for name in ARRAYS if name in used)
    told = f"NumPy arrays: {arrays}." if arrays else ""
    return page(title, intro, *prose(_doc(package)), told, *entries)


def _entry(package: ModuleType, name: str) -> str:
    thing = getattr(package, name)
    if inspect.ismodule(thing):
        parts = _module(thing)
    elif inspect.isclass(thing):
        parts = _class(thing)
    elif inspect.isfunction(thing):
        parts = _function(thing)
    else:
        parts = _constant(package, name)
    return "\n\n".join([f"## {name}", *parts])


def _module(module: ModuleType) -> Iterator[str]:
    yield from prose(_doc(module))
    name = module.__name__.rpartition(".")[2]
    for verb in (*VERBS, name):
        if function := getattr(module, verb, None):
            yield f"**`{_signature(_definition(function), f'{name}.{verb}')}`**"
            yield from prose(_doc(function))


def _function(function: object) -> Iterator[str]:
    yield f"`{_signature(_definition(function))}`"
    yield from prose(_doc(function))


def _class(kind: type) -> Iterator[str]:
    made = _definition(kind)
    assert isinstance(made, ast.ClassDef)
    own = {node.name: node for node in made.body if isinstance(node, ast.FunctionDef)}
    if issubclass(kind, BaseException):
        yield f"One of the [errors](errors.md), made from `{kind.__bases__[0].__name__}`."
    elif "__init__" in own:
        yield f"`{_signature(own['__init__'], kind.__name__).partition(' -> ')[0]}`"
    yield from prose(_doc(kind))
    if "__init__" in own:
        yield from prose(inspect.cleandoc(ast.get_docstring(own["__init__"]) or ""))
    yield bullets([*_all_fields(kind), *_members(own.values())])


def _all_fields(kind: type) -> Iterator[str]:
    """The fields of a class, those of its bases first."""
    for one in reversed(kind.__mro__):
        if one.__module__.startswith("nardy."):
            made = _definition(one)
            assert isinstance(made, ast.ClassDef)
            yield from _fields(made)


def _fields(made: ast.ClassDef) -> Iterator[str]:
    """The fields of a class with their types, defaults, and the texts below them."""
    for node, text in _assigned(made.body):
        if isinstance(node, ast.AnnAssign) and not ast.unparse(node.target).startswith("_"):
            default = f" = {ast.unparse(node.value)}" if node.value else ""
            # Factories and comparisons are of no use to readers.
            default = "" if "field(" in default else default
            told = f": {_flat(text)}" if text else ""
            yield f"`{ast.unparse(node.target)}: {_type(node.annotation)}{default}`{told}"


def _members(methods: Iterable[ast.FunctionDef]) -> Iterator[str]:
    """Public methods and properties with the first paragraph of their texts, and their errors."""
    for node in methods:
        if node.name.startswith("_"):
            continue
        text = ast.get_docstring(node) or ""
        errors = re.findall(r"^    (\w+): ", text.partition("Raises:\n")[2], re.MULTILINE)
        told = f": {_flat(text.split(chr(10) * 2)[0])}" if text else ""
        told += f" Raises {literal(errors)}." if errors else ""
        is_property = any("property" in ast.unparse(one) for one in node.decorator_list)
        returned = f": {_type(node.returns)}" if node.returns else ""
        yield f"`{node.name + returned if is_property else _signature(node)}`{told}"


def _constant(package: ModuleType, name: str) -> Iterator[str]:
    value = getattr(package, name)
    if hasattr(value, "__args__"):
        yield "One of " + literal(kind.__name__ for kind in value.__args__) + "."
        return
    for node, text in _assigned(_tree(_home(package, name)).body):
        targets = [node.target] if isinstance(node, ast.AnnAssign) else node.targets
        if name in map(ast.unparse, targets):
            yield from prose(inspect.cleandoc(text))


def _assigned(body: list[ast.stmt]) -> Iterator[tuple[ast.Assign | ast.AnnAssign, str]]:
    """Assignments with the texts below them."""
    for node, below in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.Assign | ast.AnnAssign):
            is_text = isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
            yield node, str(below.value.value) if is_text else ""  # type: ignore[union-attr]


def _home(package: ModuleType, name: str) -> ModuleType:
    """The module from which a package imports a name."""
    for node in _tree(package).body:
        if isinstance(node, ast.ImportFrom) and name in {one.name for one in node.names}:
            return importlib.import_module(str(node.module))
    return package


@cache
def _tree(module: ModuleType) -> ast.Module:
    return ast.parse(inspect.getsource(module))


def _definition(thing: object) -> Definition:
    """The source of a function or class, which has the types as they were written."""
    module = importlib.import_module(str(getattr(thing, "__module__", "")))
    name, body = getattr(thing, "__name__", ""), _tree(module).body
    if inspect.ismethod(thing):
        # The formats of binary files share the methods of one class.
        owner = _definition(type(thing.__self__))
        body = owner.body
    found = [n for n in body if isinstance(n, Definition) and n.name == name]
    # The last one: overloads come before it.
    return found[-1]


def _signature(node: Definition, name: str = "") -> str:
    assert isinstance(node, ast.FunctionDef)
    arguments = ", ".join(_arguments(node.args))
    returned = f" -> {_type(node.returns)}" if node.returns else ""
    return f"{name or node.name}({arguments}){returned}"


def _arguments(given: ast.arguments) -> Iterator[str]:
    """The arguments as the formatter writes them, without the object itself."""
    placed = [*given.posonlyargs, *given.args]
    defaults = [*[None] * (len(placed) - len(given.defaults)), *given.defaults]
    for argument, default in zip(placed, defaults, strict=True):
        if argument.arg not in ("self", "cls"):
            yield _argument(argument, default)
    if given.kwonlyargs:
        yield "*"
    for argument, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        yield _argument(argument, default)


def _argument(argument: ast.arg, default: ast.expr | None) -> str:
    typed = f": {_type(argument.annotation)}" if argument.annotation else ""
    return f"{argument.arg}{typed}" + (f" = {ast.unparse(default)}" if default else "")


def _type(annotation: ast.expr) -> str:
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return annotation.value
    return ast.unparse(annotation).replace("'", "")


def _doc(thing: object) -> str:
    text = inspect.getdoc(thing) or ""
    # A dataclass without a text has its signature instead.
    return "" if text.startswith(f"{getattr(thing, '__name__', '')}(") else text


def prose(text: str) -> Iterator[str]:
    """A docstring as Markdown: its examples as blocks, its sections as lists."""
    for block in filter(None, text.split("\n\n")):
        if block.startswith(">>>"):
            # Others know names of their module, which a page does not.
            if not re.match(r">>> (?:from|import) ", block):
                continue
            # The doctest runs on the page, too, where the fence must not follow its output.
            yield f"```pycon\n{block}\n\n```"
        elif section := _SECTION.match(block):
            yield f"{section[1]}:"
            yield bullets(_listed(block[section.end() :]))
        else:
            yield block


def _listed(text: str) -> Iterator[str]:
    """The entries of a section: names in code, their lines joined."""
    entries: list[str] = []
    for line in inspect.cleandoc(text).splitlines():
        if line.startswith(" ") and entries:
            entries[-1] += f" {line.strip()}"
        else:
            entries.append(line)
    for entry in entries:
        found = _ENTRY.fullmatch(entry)
        names = ", ".join(f"`{name}`" for name in found[1].split(", ")) if found else ""
        yield f"{names}: {found[2]}" if found else entry


def _flat(text: str) -> str:
    """A text on one line, its lists as clauses."""
    return " ".join(text.split()).replace(". - `", ": `").replace(" - `", "; `")
