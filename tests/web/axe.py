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
STRIP = """document.querySelector("dialog:modal") &&
  document.querySelectorAll("#page .mini-card svg").forEach((svg) => svg.replaceChildren())"""
COLORS = """JSON.stringify([...document.querySelectorAll(":not(svg :not(text, tspan))")].flatMap((one) => {
  const style = getComputedStyle(one);
  return [style.color, style.backgroundColor, style.backgroundImage, style.opacity, style.filter,
    style.mixBlendMode, style.textShadow, style.fontSize, style.fontWeight, style.visibility,
    ...["::before", "::after"].map((part) => getComputedStyle(one, part).background)];
}))"""


def violations(tab: Tab, rules: Sequence[str] = ()) -> list[dict[str, Any]]:
    """What axe finds on the page as it is shown now, by all of its rules or only those named."""
    if not tab.js("Boolean(window.axe)"):
        tab.call("Runtime.evaluate", expression=SCRIPT.read_text("utf-8"))
    only = f", runOnly: {json.dumps(list(rules))}" if rules else ""
    return tab.js(RUN.format(only=only))


def strip(tab: Tab) -> None:
    """Take away the boards of the cards that a sheet covers.

    Nobody reaches them there, they are looked at without the sheet, and axe spends seconds on their thousands of parts.
    """
    tab.js(STRIP)


def colors(tab: Tab) -> int:
    """A hash of all styles of which axe's rules for colors ask: where it is the same, so are the answers."""
    return hash(tab.js(COLORS))
