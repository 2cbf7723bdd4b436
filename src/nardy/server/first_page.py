"""The page of an address with all that it begins with in its first lines, so that it comes at once.

A script names the scripts that it needs, and those name others: a browser that learns of them one
after another asks again and again. Here they are all told of before the first one is read.
"""

import re
from functools import cache
from pathlib import PurePosixPath

from nardy.server.web_files import File, version, web_files

LANGUAGES = ("en", "ru")
BEGINNINGS = {
    "/": ("/js/home.js", "home"),
    "/play/": ("/js/game/page.js", "game"),
}
"""What an address begins with beside main.js: its script, and the part with its styles and words."""
_IMPORT = re.compile(r'^(?:import|export) .*from "(\.[^"]+)"', re.MULTILINE)
_ADDRESS = re.compile(r'"/web/(?=(?:css|js|locale)/)')


def first_page(path: str, accepts: str = "") -> File:
    """The page of an address, for a reader whose browser accepts these languages."""
    return _page(beginning_of(path), language_of(accepts))


def beginning_of(path: str) -> str:
    """Which of the beginnings an address has; '' where it has none of its own."""
    return "/play/" if path.startswith("/play/") else path if path == "/" else ""


def language_of(accepts: str) -> str:
    """The first language of a header that the page speaks; the page itself decides in the end.

    >>> language_of("hy-AM,ru;q=0.9,en;q=0.8")
    'ru'
    """
    tags = [tag.strip()[:2].lower() for tag in accepts.split(",")]
    return next((tag for tag in tags if tag in LANGUAGES), LANGUAGES[0])


@cache
def _page(beginning: str, language: str) -> File:
    page = web_files()["/index.html"].content.decode()
    lines = "\n".join(preloads(beginning, language))
    told = page.replace("</head>", f"{lines}\n</head>")
    return File.of(_ADDRESS.sub(f'"/web/{version()}/', told).encode(), "text/html")


def preloads(beginning: str, language: str) -> list[str]:
    """The lines that tell a browser what it will need."""
    script, part = BEGINNINGS.get(beginning, ("/js/main.js", ""))
    scripts = sorted((needed("/js/main.js") | needed(script)) - {"/js/main.js"})
    words = [f"/locale/{language}.json", f"/locale/{language}/{part}.json"]
    style = f"/css/{part}.css"
    return [
        *([f'<link rel="stylesheet" href="/web{style}">'] if style in web_files() else []),
        *(f'<link rel="modulepreload" href="/web{one}">' for one in scripts),
        *(
            f'<link rel="preload" as="fetch" crossorigin href="/web{one}">'
            for one in words
            if one in web_files()
        ),
    ]


@cache
def needed(name: str) -> frozenset[str]:
    """A script with all that it imports, and what they import; what is imported later is not here."""
    found: set[str] = set()
    due = [name]
    while due:
        one = due.pop()
        if one not in found:
            found.add(one)
            text = web_files()[one].content.decode()
            due += [_beside(one, target) for target in _IMPORT.findall(text)]
    return frozenset(found)


def _beside(name: str, target: str) -> str:
    """The name of what a script calls by a way that starts where it stands."""
    steps = list(PurePosixPath(name).parent.parts)
    for step in PurePosixPath(target).parts:
        if step == "..":
            steps.pop()
        else:
            steps.append(step)
    return str(PurePosixPath(*steps))
