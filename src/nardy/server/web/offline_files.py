"""The service worker with the files that it keeps: all that the page needs without the network."""

import json
from collections.abc import Iterator
from functools import cache

from nardy.server.web.bundles import bundle_of, sent_files, version
from nardy.server.web.engine_files import engine_files
from nardy.server.web.static_files import KINDS, File, web_files

WORKER = "/worker.js"
ALONE = ("/index.html", WORKER, "/manifest.webmanifest")
"""Files that are not requested by version."""
BY_NEED = (".npz", ".equities.json")
"""Networks and match equities: all of them would be a large download."""
FIRST = tuple(f"/engine/{game}{end}" for game in ("backgammon", "long-nardy") for end in BY_NEED)
"""Those of other games are kept when they are first used."""


def kept_files() -> Iterator[str]:
    """The files of this version, with the first networks; "" is the page itself."""
    yield ""
    for name in [*sorted(sent_files()), *engine_files()]:
        # Modules of a bundle are requested by nobody.
        is_late = name.endswith(BY_NEED) and name not in FIRST
        if name not in ALONE and bundle_of(name) is None and not is_late:
            yield f"web/{version()}{name}"


@cache
def service_worker() -> File:
    """The service worker of this version."""
    script = web_files()[WORKER].content.decode()
    for mark, value in (('"$version"', version()), ('["$files"]', list(kept_files()))):
        script = script.replace(mark, json.dumps(value))
    return File.of(script.encode(), KINDS[".js"])
