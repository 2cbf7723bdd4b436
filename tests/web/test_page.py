"""One short pass through the page in a real browser; the long ones are thorough."""

import json
from pathlib import Path

from tests.web.browser import Browser
from tests.web.table import Table, from_card, start

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "dice-vectors.json").read_text("utf-8"))
DERIVE = """(async () => {{
  const {{ chain }} = await import("/web/js/provable_dice/hash_chain.js");
  const {{ commitment, thrown }} = await import("/web/js/provable_dice/proof.js");
  const told = {};
  const bytes = Uint8Array.from(told.chain.seed.match(/../g), (pair) => parseInt(pair, 16));
  return {{
    throws: await Promise.all(told.throws.map((one) => thrown(one, one.number, one.links))),
    seeds: await Promise.all(told.throws.map((one) => commitment(one.room, one.seed))),
    chain: await chain(bytes, told.chain.length),
  }};
}})()"""
PLAY = "[...document.querySelectorAll('.mini-card')].find(e => /long nardy/i.test(e.textContent))"


def test_a_guest_plays_a_first_turn_and_is_told_why_not(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.size(1280, 800)
        tab.prefer(prefers_reduced_motion="reduce")
        tab.go(club)
        tab.wait(PLAY, 60)
        tab.js(f"{PLAY}.click()")
        from_card(tab)
        start(tab)
        table = Table(tab)
        table.wait_for_turn()
        origin = table.origins()[0]

        # A drag to a point that no die leads to names the law and takes nothing.
        table.tap(origin)
        legal = {*table.targets(), origin}
        table.tap(origin) if not legal else tab.key("Escape")
        tab.js("document.activeElement.blur()")
        below = [str(n) for n in range(int(origin) - 1, 0, -1) if str(n) not in legal]
        before = table.labels()
        tab.drag(table.at(origin), table.at(below[0]))
        tab.wait("document.querySelector('.why')")
        assert "No die makes this move" in tab.js("document.querySelector('.why').innerText")
        tab.js("document.querySelector('.why .quiet').click()")
        assert [label for label in table.labels() if "yours" in label] == [
            label for label in before if "yours" in label
        ]

        table.play_turn()
        tab.wait("document.querySelectorAll('.turns li').length >= 1", 20)
        # The page derives the same dice as Python does.
        told = tab.js(DERIVE.format(json.dumps(VECTORS)))
        assert told["throws"] == [vector["dice"] for vector in VECTORS["throws"]]
        assert told["seeds"] == [vector["commitment"] for vector in VECTORS["throws"]]
        assert told["chain"] == VECTORS["chain"]["links"]
        assert not tab.log
        assert {address.split("/")[2] for address in tab.asked} == {club.split("/")[2]}
