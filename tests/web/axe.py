"""axe-core in a tab: what it finds wrong with how a page is read by those who do not see it."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.web.browser import Tab

SCRIPT = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
RUN = """axe.run(document, {{ resultTypes: ["violations"]{only} }}).then(({{ violations }}) =>
  violations.flatMap(({{ id, impact, help, nodes }}) => nodes.map((node) =>
    ({{ rule: id, impact, help, at: node.target.flat().join(" "), html: node.html.slice(0, 160),
       why: node.failureSummary }}))))"""


def violations(tab: Tab, rules: Sequence[str] = ()) -> list[dict[str, Any]]:
    """What axe finds on the page as it is shown now, by all of its rules or only those named."""
    if not tab.js("Boolean(window.axe)"):
        tab.call("Runtime.evaluate", expression=SCRIPT.read_text("utf-8"))
    only = f", runOnly: {json.dumps(list(rules))}" if rules else ""
    return tab.js(RUN.format(only=only))
