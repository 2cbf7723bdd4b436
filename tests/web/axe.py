"""axe-core in a tab: what it finds wrong with how a page is read by those who do not see it."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.web.browser import Tab

SCRIPT = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
LOOK = """(rules) => axe.run(document, { resultTypes: ["violations"], ...(rules.length && { runOnly: rules }) })
  .then(({ violations }) => violations.flatMap(({ id, impact, help, nodes }) => nodes.map((node) =>
    ({ rule: id, impact, help, at: node.target.flat().join(" "), html: node.html.slice(0, 160),
       why: node.failureSummary }))))"""
COLORS = """() => JSON.stringify([...document.querySelectorAll(":not(svg :not(text, tspan))")].flatMap((one) => {
  const style = getComputedStyle(one);
  return [style.color, style.backgroundColor, style.backgroundImage, style.opacity, style.filter,
    style.mixBlendMode, style.textShadow, style.fontSize, style.fontWeight, style.visibility,
    ...["::before", "::after"].map((part) => getComputedStyle(one, part).background)];
}))"""
"""All styles of which axe's rules for colors ask: where they are the same, so are the answers."""
IN_THEMES = """async (look, colorsOf, themes) => {
  const seen = new Set(), found = [];
  for (const [board, page] of themes) {
    Object.assign(document.documentElement.dataset, { board, page });
    const colors = colorsOf();
    if (seen.has(colors)) continue;
    const told = await look(seen.size ? ["color-contrast"] : []);
    seen.add(colors);
    found.push(...told.map((one) => ({ board, page, ...one })));
  }
  return found;
}"""
STRIP = "document.querySelectorAll('#page .mini-card svg').forEach((svg) => svg.replaceChildren())"


def violations(tab: Tab) -> list[dict[str, Any]]:
    """What axe finds on the page as it is shown now."""
    _bring(tab)
    return tab.js(f"({LOOK})([])")


def violations_in(tab: Tab, themes: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
    """What it finds in the first of these themes of board and page, and wrong with the colors of the others.

    It does not look again where a theme changes no color. No style of the page takes time to change for who prefers
    reduced motion, and axe asks for styles and not for pixels: so nothing is painted in between.
    """
    _bring(tab)
    return tab.js(f"({IN_THEMES})({LOOK}, {COLORS}, {json.dumps(themes)})")


def _bring(tab: Tab) -> None:
    if not tab.js("Boolean(window.axe)"):
        tab.call("Runtime.evaluate", expression=SCRIPT.read_text("utf-8"))


def strip(tab: Tab) -> None:
    """Take away the boards of the cards of games: axe spends seconds on their thousands of parts."""
    tab.js(STRIP)
