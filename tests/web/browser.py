"""A real browser for tests: Chromium, driven over its own protocol."""

import base64
import contextlib
import json
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.effort import PATIENCE
from websockets.sync.client import ClientConnection, connect

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--remote-debugging-port=0", "--hide-scrollbars", "--force-color-profile=srgb"),
)


def chromium() -> str | None:
    """The browser of this machine, if there is one."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


class NavigatedError(Exception):
    """The page went to another address while an expression was evaluated."""


class Tab:
    """One page in the browser."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self.log: list[str] = []
        """Errors of the page, in its own words."""
        self.asked: list[str] = []
        """Every address that the page asked for."""
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> Any:
        """One command of the browser's protocol."""
        self._number += 1
        order = {"id": self._number, "method": method, "params": parameters}
        self._socket.send(json.dumps(order))
        while True:
            # A navigation took longer than 30 seconds on two cores at a load of 18.
            answer = json.loads(self._socket.recv(timeout=120))
            if answer.get("id") == self._number:
                if "navigated" in answer.get("error", {}).get("message", ""):
                    raise NavigatedError
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]
            self._hear(answer)

    def _hear(self, event: dict[str, Any]) -> None:
        told = event.get("params", {})
        match event.get("method"):
            case "Runtime.exceptionThrown":
                details = told["exceptionDetails"]
                self.log.append(
                    details.get("exception", {}).get("description", details.get("text", ""))
                )
            case "Log.entryAdded" if told["entry"]["level"] == "error":
                self.log.append(f"{told['entry']['text']} {told['entry'].get('url', '')}")
            case "Runtime.consoleAPICalled" if told["type"] == "error":
                self.log.append(str([arg.get("value") for arg in told["args"]]))
            case "Network.requestWillBeSent":
                self.asked.append(told["request"]["url"])
            case "Network.webSocketCreated":
                self.asked.append(told["url"])
            case _:
                pass

    def size(self, width: int, height: int, *, touch: bool = False, scale: float = 1) -> None:
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=scale,
            mobile=touch,
        )
        self.call("Emulation.setTouchEmulationEnabled", enabled=touch)

    def prefer(self, **features: str) -> None:
        """prefer(prefers_color_scheme="dark")."""
        wanted = [
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()
        ]
        self.call("Emulation.setEmulatedMedia", features=wanted)

    def go(self, address: str) -> None:
        self.call("Page.navigate", url=address)

    def sign_in(self, token: str) -> None:
        """Be whom the club knows by this token, from the next request on."""
        # Chromium answers before the cookie is kept, and the next page might be asked for without it; who
        # reads waits for what was written.
        told = self.js(f"document.cookie = 'nardy={token}; path=/', document.cookie")
        assert token in told, told

    def sign_out(self) -> None:
        """Be nobody whom the club knows, from the next request on."""
        told = self.js("document.cookie = 'nardy=; max-age=0; path=/', document.cookie")
        assert "nardy=" not in told, told

    def reload(self) -> None:
        """Load the page anew, without waiting for it."""
        self.call("Page.reload")

    def js(self, code: str) -> Any:
        """The value of an expression in the page; promises are awaited."""
        answer = self.call(
            "Runtime.evaluate", expression=code, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def wait(self, code: str, seconds: float = 10) -> Any:
        """Until an expression is true; what it then is."""
        end = time.monotonic() + PATIENCE * seconds
        while time.monotonic() < end:
            with contextlib.suppress(NavigatedError):
                if found := self.js(f"(found => found instanceof Node || found)({code})"):
                    return found
            time.sleep(0.02)
        raise AssertionError(f"never true: {code}; errors of the page: {self.log}")

    def click(self, selector: str) -> None:
        """Press in the middle of an element, like a person who first scrolls there if they must."""
        self.wait(f"document.querySelector({selector!r})")
        x, y = self.js(
            f"(() => {{ const one = document.querySelector({selector!r});"
            " const away = one.getBoundingClientRect();"
            " if (away.top < 0 || away.bottom > innerHeight)"
            " one.scrollIntoView({ block: 'center', behavior: 'instant' });"
            " const b = one.getClientRects()[0];"  # of a link on two lines the first
            " return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )
        self.press(x, y)

    def press(self, x: float, y: float) -> None:
        for kind in ("mousePressed", "mouseReleased"):
            self.mouse(kind, x, y)

    def mouse(self, kind: str, x: float, y: float) -> None:
        button = "none" if kind == "mouseMoved" else "left"
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=1)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.mouse("mousePressed", *start)
        for part in (0.2, 0.5, 0.8, 1):
            x, y = (a + (b - a) * part for a, b in zip(start, end, strict=True))
            self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, buttons=1)
        self.mouse("mouseReleased", *end)

    def key(self, key: str) -> None:
        text = {"Enter": "\r", "Space": " "}.get(key, key if len(key) == 1 else "")
        # Only by its number does Chromium close a dialog at Escape, as it does for a hand.
        number = {"windowsVirtualKeyCode": 27} if key == "Escape" else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=text, **number)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, **number)

    def picture(self, file: Path) -> None:
        data = self.call("Page.captureScreenshot", format="png")["data"]
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(base64.b64decode(data))


class Browser:
    """A browser that was started for us, with a profile of its own."""

    def __init__(self, port: int) -> None:
        self._port = port

    @contextlib.contextmanager
    def tab(self) -> Iterator[Tab]:
        """A new page in a context of its own: other cookies, another person."""
        with connect(self._browser_address(), max_size=None) as control:
            made = _order(control, 1, "Target.createBrowserContext")
            own = {"browserContextId": made["browserContextId"]}
            target = _order(control, 2, "Target.createTarget", url="about:blank", **own)["targetId"]
            address = f"ws://127.0.0.1:{self._port}/devtools/page/{target}"
            try:
                with connect(address, max_size=None) as socket:
                    yield Tab(socket)
            finally:
                # Else its pages would go on working until the browser ends.
                _order(control, 3, "Target.disposeBrowserContext", **own)

    def _browser_address(self) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self._port}/json/version") as answer:
            return json.load(answer)["webSocketDebuggerUrl"]


def _order(socket: ClientConnection, number: int, method: str, **parameters: Any) -> dict[str, Any]:
    socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
    while True:
        answer = json.loads(socket.recv(timeout=30))
        if answer.get("id") == number:
            return answer["result"]


@contextlib.contextmanager
def browser(profile: Path) -> Iterator[Browser]:
    """Chromium with an empty profile in this folder."""
    command = chromium()
    assert command, "no chromium"
    told = profile / "DevToolsActivePort"
    process = subprocess.Popen(
        [command, *FLAGS, f"--user-data-dir={profile}", "about:blank"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        end = time.monotonic() + 30
        while not (told.exists() and told.read_text().count("\n")):
            assert time.monotonic() < end, "the browser did not start"
            time.sleep(0.05)
        yield Browser(int(told.read_text().split()[0]))
    finally:
        process.terminate()
        process.wait(10)
