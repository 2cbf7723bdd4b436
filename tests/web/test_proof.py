"""The page derives the very dice that Python does, and finds what was changed in a proof."""

import json
from random import Random

import pytest
from tests.formats.test_proof import honest
from tests.web.browser import Browser

from nardy.core.player import Player
from nardy.core.provable import SIZE, Links, Secret, chain
from nardy.formats import proof

pytestmark = pytest.mark.thorough
ROOMS, THROWS = 100, 100
DERIVE = """import("/web/js/provable_dice/proof.js").then(async ({{ thrown }}) => {{
  const found = [];
  for (const {{ secret, links }} of {rooms})
    for (const [n, pair] of links.entries()) found.push((await thrown(secret, n + 1, pair)).join(""));
  return found.join(" ");
}})"""
CHECKED = """import("/web/js/provable_dice/proof.js").then(async ({{ check }}) => {{
  const missed = [];
  for (const text of {texts}) {{
    try {{ await check(JSON.parse(text)); missed.push(text); }} catch {{}}
  }}
  return missed;
}})"""
CHAINS = """import("/web/js/provable_dice/hash_chain.js").then(async ({ myChain }) => {
  const found = {};
  localStorage.setItem("nardy-chain-old", "ab".repeat(32));
  for (const [room, points] of [["old", 25], ["single", 0], ["short", 1], ["long", 25], ["long", 0]])
    found[room + points] = [localStorage.getItem(`nardy-chain-${room}`), await myChain({ room, me: "white", facts: { length: points, dice: { white: null, commitment: "" } } }), localStorage.getItem(`nardy-chain-${room}`)];
  return found;
})"""


def a_room(random: Random, number: int) -> tuple[Secret, list[Links]]:
    """What a room's dice follow from: some have no chains, some links did not come."""
    tips = [random.randbytes(SIZE) if random.random() < 0.8 else b"" for _ in Player]
    secret = Secret(f"room-{number}-ж", random.randbytes(SIZE), (tips[0], tips[1]))
    links: list[Links] = [
        {
            player: random.randbytes(SIZE) if tip and random.random() < 0.9 else None
            for player, tip in zip(Player, tips, strict=True)
        }
        for _ in range(THROWS)
    ]
    return secret, links


def test_ten_thousand_throws_are_the_same_here_and_there(
    club: str, chromium_browser: Browser
) -> None:
    random = Random(10)
    rooms = [a_room(random, number) for number in range(ROOMS)]
    expected = [
        "".join(map(str, secret.throw(number, pair)))
        for secret, links in rooms
        for number, pair in enumerate(links, 1)
    ]
    told = [
        {
            "secret": {
                "room": secret.room,
                "seed": secret.seed.hex(),
                "tips": [tip.hex() for tip in secret.tips],
            },
            "links": [[link.hex() if link else None for link in pair.values()] for pair in links],
        }
        for secret, links in rooms
    ]
    with chromium_browser.tab() as tab:
        tab.go(club)
        tab.wait("document.querySelector('.huge')", 30)
        found: list[str] = []
        for first in range(0, ROOMS, 20):
            part = json.dumps(told[first : first + 20])
            found += tab.js(DERIVE.format(rooms=part)).split()
    assert len(found) == ROOMS * THROWS
    assert found == expected


def test_the_chain_of_a_browser_is_long_enough_for_the_match_and_stays_what_it_was(
    club: str, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        tab.go(club)
        tab.wait("document.querySelector('.huge')", 30)
        told = tab.js(CHAINS)
    for of, length in (("old25", 800), ("single0", 800), ("short1", 800), ("long25", 7500)):
        _, links, kept = told[of]
        seed = bytes.fromhex(kept.split()[0])
        assert links == [link.hex() for link in chain(seed, length)], of
    assert told["single0"][0] is None
    assert told["old25"][0] == told["old25"][2] == "ab" * 32
    assert told["long0"] == [told["long25"][2], told["long25"][1], told["long25"][2]]


def test_one_changed_sign_anywhere_is_found_by_the_page(
    club: str, chromium_browser: Browser
) -> None:
    random = Random(11)
    text = json.dumps(json.loads(proof.dumps(honest(4, lost=3))), separators=(",", ":"))
    signs = '0123456789abcdefABC"{}[]:,nx'
    changed = [
        text[:at] + random.choice([sign for sign in signs if sign != text[at]]) + text[at + 1 :]
        for at in range(len(text))
    ]
    with chromium_browser.tab() as tab:
        tab.go(club)
        tab.wait("document.querySelector('.huge')", 30)
        assert tab.js(CHECKED.format(texts=json.dumps([text]))) == [text]
        assert tab.js(CHECKED.format(texts=json.dumps(changed))) == []
