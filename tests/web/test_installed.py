"""What an installed page needs; what it shows when the network is gone is in test_without_club.py."""

import json
from pathlib import Path

import pytest
from tests.web.browser import Browser
from tests.web.running import running_club

from nardy.server.web.static_files import web_files

FILES = web_files()
LOUDEST = """(async () => {{
  const {{ ring }} = await import("/web/js/sound.js");
  const on = new OfflineAudioContext(1, 44100, 44100);
  ring(on, "{sound}", 0);
  const samples = (await on.startRendering()).getChannelData(0);
  const loudest = (part) => part.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  return [loudest(samples.slice(0, 30000)), loudest(samples.slice(30000))];
}})()"""


def test_the_manifest_names_files_that_are_there() -> None:
    manifest = json.loads(FILES["/manifest.webmanifest"].content)
    icons = [Path(icon["src"]).relative_to("/web") for icon in manifest["icons"]]
    assert {f"/{icon.as_posix()}" for icon in icons} <= FILES.keys()
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    assert b'rel="manifest" href="/web/manifest.webmanifest"' in FILES["/index.html"].content


def test_the_worker_asks_the_network_first_for_a_page_and_its_own_files_first_for_the_rest() -> (
    None
):
    worker = FILES["/worker.js"].content.decode()
    navigation, _, others = worker.partition('addEventListener("fetch"')[2].partition("} else if")
    assert 'request.mode === "navigate"' in navigation
    assert "fetch(request).catch(" in navigation
    assert "caches.match(request, HOW).then(" in others
    assert "/unreachable.html" not in FILES


@pytest.mark.thorough
def test_a_visitor_can_install_the_page_and_a_lost_line_is_told(
    tmp_path: Path, chromium_browser: Browser
) -> None:
    with chromium_browser.tab() as tab:
        with running_club(tmp_path) as club:
            tab.go(club)
            tab.wait("navigator.serviceWorker?.ready.then(() => true)", 60)
            tab.go(club)
            tab.wait("navigator.serviceWorker.controller && document.querySelector('.hero')", 60)
            answer = tab.call("Page.getAppManifest")
            assert answer["url"].endswith("/web/manifest.webmanifest")
            assert not answer["errors"]
        tab.wait("document.querySelector('.banner').textContent.includes('lost')", 60)
        with running_club(tmp_path, int(club.rpartition(":")[2].strip("/"))):
            tab.wait("document.querySelector('.banner').classList.contains('back')", 60)


@pytest.mark.thorough
@pytest.mark.parametrize("sound", ["roll", "land", "hit", "turn"])
def test_a_sound_is_short_and_neither_silent_nor_too_loud(
    club: str, chromium_browser: Browser, sound: str
) -> None:
    with chromium_browser.tab() as tab:
        tab.go(club)
        tab.wait("document.querySelector('.btn.huge')", 60)
        early, late = tab.js(LOUDEST.format(sound=sound))
        assert 0.02 < early < 1
        assert late < 0.005
