"""axe-core in a tab: what it finds wrong with how a page is read by those who do not see it.

It is no dependency: the package axe-playwright-python brings the script along, and nothing else of it
is used: `pip install --no-deps axe-playwright-python`.
"""

import json
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.web.browser import Tab

PACKAGE = "axe_playwright_python"
RUN = """axe.run(document, {{ resultTypes: ["violations"]{only} }}).then(({{ violations }}) =>
  violations.flatMap(({{ id, impact, help, nodes }}) => nodes.map((node) =>
    ({{ rule: id, impact, help, at: node.target.flat().join(" "), html: node.html.slice(0, 160),
       why: node.failureSummary }}))))"""


def script() -> Path | None:
    """Where axe-core lies, if it is installed."""
    found = find_spec(PACKAGE)
    if found is None or found.origin is None:
        return None
    return Path(found.origin).with_name("axe.min.js")


def violations(tab: Tab, axe: str, rules: Sequence[str] = ()) -> list[dict[str, Any]]:
    """What axe finds on the page as it is shown now; *axe* is the script's text.

    All of its rules are held against the page, or only those named.
    """
    if not tab.js("Boolean(window.axe)"):
        tab.call("Runtime.evaluate", expression=axe)
    only = f", runOnly: {json.dumps(list(rules))}" if rules else ""
    return tab.js(RUN.format(only=only))
