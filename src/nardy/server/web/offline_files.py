"""The service worker with the files that it keeps: all that the page needs without the network."""

import json
from collections.abc import Iterator
from functools import cache

from nardy.server.web.bundles import bundle_of, sent_files, version
from nardy.server.web.engine_files import BOOK, FOLDER, engine_files
from nardy.server.web.static_files import KINDS, File, web_files

WORKER = "/worker.js"
ALONE = ("/index.html", WORKER, "/manifest.webmanifest")
"""Files that are not requested by version."""
LATE = (".npz", ".equities.json", BOOK)
"""How the names of networks, match equities and opening books end."""
FIRST = tuple(f"{FOLDER}/{game}{kind}" for game in ("backgammon", "long-nardy") for kind in LATE)
"""Others are kept when they are first used: all of them would be a large download."""


def kept_files() -> Iterator[str]:
    """The files of this version, with the first networks; "" is the page itself."""
    yield ""
    for name in [*sorted(sent_files()), *engine_files()]:
        # Modules of a bundle are requested by nobody.
        is_late = name.endswith(LATE) and name not in FIRST
        if name not in ALONE and bundle_of(name) is None and not is_late:
            yield f"web/{version()}{name}"


@cache
def service_worker() -> File:
    """The service worker of this version."""
    script = web_files()[WORKER].content.decode()
    for mark, value in (('"$version"', version()), ('["$files"]', list(kept_files()))):
        script = script.replace(mark, json.dumps(value))
    return File.of(script.encode(), KINDS[".js"])
