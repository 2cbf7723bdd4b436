"""Another real browser for tests: Firefox, driven over WebDriver BiDi."""

import base64
import contextlib
import json
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from tests.web.browser import NavigatedError, Tab
from websockets.sync.client import ClientConnection, connect

LISTENS = "WebDriver BiDi listening on "
# Nothing is asked of its makers, and nothing is offered to the person at it.
PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.newtabpage.enabled": False,
    "browser.safebrowsing.downloads.remote.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}
LEFT = ("no such frame", "no such history entry", "unknown error")
"""The errors of an expression whose page went to another address."""
TOLD = (
    "Promise.resolve({}).then((found) => JSON.stringify(found instanceof Node || found) ?? 'null')"
)


def firefox() -> str | None:
    """The browser of this machine, if there is one."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


class FirefoxTab(Tab):
    """One page in Firefox."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self.log: list[str] = []
        self.asked: list[str] = []
        self.call("session.new", capabilities={})
        self._page = self.call("browsingContext.getTree")["contexts"][0]["context"]
        self.call("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])

    def call(self, method: str, **parameters: Any) -> Any:
        """One command of WebDriver BiDi."""
        self._number += 1
        order = {"id": self._number, "method": method, "params": parameters}
        self._socket.send(json.dumps(order))
        while True:
            answer = json.loads(self._socket.recv(timeout=60))
            if answer.get("id") == self._number:
                if answer["type"] == "error" and answer["error"] in LEFT:
                    raise NavigatedError(answer["message"])
                assert answer["type"] == "success", (method, answer)
                return answer["result"]
            self._hear(answer)

    def _hear(self, event: dict[str, Any]) -> None:
        told = event.get("params", {})
        match event.get("method"):
            case "log.entryAdded" if told["level"] == "error":
                frames = (told.get("stackTrace") or {}).get("callFrames", [])
                self.log.append(f"{told['text']} {[frame['url'] for frame in frames[:1]]}")
            case "network.beforeRequestSent":
                self.asked.append(told["request"]["url"])
            case _:
                pass

    def size(self, width: int, height: int, *, touch: bool = False, scale: float = 1) -> None:
        """Of the page; it is always a mouse that presses."""
        viewport = {"width": width, "height": height}
        self.call(
            "browsingContext.setViewport",
            context=self._page,
            viewport=viewport,
            devicePixelRatio=scale,
        )

    def prefer(self, **features: str) -> None:
        raise NotImplementedError("expected what Firefox can prefer; set it in its profile")

    def go(self, address: str) -> None:
        self.call("browsingContext.navigate", context=self._page, url=address, wait="none")

    def reload(self) -> None:
        self.call("browsingContext.reload", context=self._page, wait="none")

    def js(self, code: str) -> Any:
        answer = self.call(
            "script.evaluate",
            expression=TOLD.format(f"({code})"),
            target={"context": self._page},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def press(self, x: float, y: float) -> None:
        moved = {"type": "pointerMove", "x": round(x), "y": round(y)}
        button = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        self._act("pointer", "mouse", [moved, *button])

    def key(self, key: str) -> None:
        named = {"Enter": "\ue007", "Space": " ", "Escape": "\ue00c", "Tab": "\ue004"}
        value = named.get(key, key)
        self._act("key", "keys", [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")])

    def _act(self, kind: str, name: str, acts: list[dict[str, Any]]) -> None:
        source = {"type": kind, "id": name, "actions": acts}
        self.call("input.performActions", context=self._page, actions=[source])

    def picture(self, file: Path) -> None:
        data = self.call("browsingContext.captureScreenshot", context=self._page)["data"]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(base64.b64decode(data))


@contextlib.contextmanager
def firefox_tab(profile: Path, **preferences: bool | int | str) -> Iterator[FirefoxTab]:
    """The only page of a Firefox with an empty profile in this folder, and these preferences."""
    command = firefox()
    assert command, "no firefox"
    wanted = (PREFERENCES | preferences).items()
    profile.mkdir(parents=True, exist_ok=True)
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in wanted]
    (profile / "user.js").write_text("\n".join(lines))
    flags = ("--headless", "--no-remote", "--remote-debugging-port=0", "--profile", str(profile))
    with subprocess.Popen(
        [command, *flags, "about:blank"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        try:
            told = next(line for line in process.stderr if line.startswith(LISTENS))
            # Else the pipe is full some day, and the browser waits for a reader.
            reader = threading.Thread(target=_drain, args=(process.stderr,))
            reader.start()
            address = f"{told.removeprefix(LISTENS).strip()}/session"
            with connect(address, max_size=None) as socket:
                yield FirefoxTab(socket)
        finally:
            process.terminate()
            process.wait(30)
        reader.join()


def _drain(words: IO[str]) -> None:
    for _ in words:
        pass
