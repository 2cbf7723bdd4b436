"""The configurations of nginx, Caddy and HAProxy in the guide, where these are installed, in front of processes that pretend."""

import asyncio
import contextlib
import re
import shutil
import socket
from collections.abc import AsyncGenerator, Callable
from pathlib import Path

import pytest
from tests.test_small_proxy import LIVE, PLAIN, Process, ask, run

from nardy.server.analysis.uploaded_matches import MOST_BODY as MOST_MATCH
from nardy.server.api.hosting import MOST_BODY as MOST_LOGO
from nardy.server.api.offline_games import MOST_BYTES as MOST_OFFLINE

GUIDE = Path(__file__).parents[1] / "docs" / "guide" / "hosting.md"
WAIT = 10.0


def in_guide(name: str) -> str:
    found = re.search(rf"```\w+ {re.escape(name)}\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert found
    return found[1]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        return one.getsockname()[1]


def nginx_of(addresses: list[str], port: int, folder: Path) -> list[str]:
    """The command of nginx with the guide's configuration, on loopback and without https."""
    text = re.sub(r"\n +ssl_.*", "", in_guide("nardy-cluster.conf"))
    text = text.replace("443 ssl", f"127.0.0.1:{port}")
    for number, address in enumerate(addresses, 1):
        text = text.replace(f"10.0.0.{number}:8001", address)
    paths = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{one}_temp_path {folder}/{one};" for one in paths)
    about = f"daemon off; pid {folder}/pid; error_log stderr; events {{}}"
    (folder / "nginx.conf").write_text(f"{about} http {{ access_log off; {temporary} {text} }}")
    return ["nginx", "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf")]


def caddy_of(addresses: list[str], port: int, folder: Path) -> list[str]:
    """The command of Caddy with the guide's configuration, on loopback and without https."""
    text = in_guide("Caddyfile.cluster").replace("nardy.example", f"http://:{port}")
    for number, address in enumerate(addresses, 1):
        text = text.replace(f"10.0.0.{number}:8001", address)
    (folder / "Caddyfile").write_text("{\n admin off\n}\n" + text)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


def caddy_of_a_file(
    name: str, hosts: list[str], opens_at: str
) -> Callable[[list[str], int, Path], list[str]]:
    """As `caddy_of`, with a file of examples/ whose processes and address are these."""

    def caddy_of(addresses: list[str], port: int, folder: Path) -> list[str]:
        text = (GUIDE.parents[2] / "examples" / name).read_text("utf-8")
        assert text.count(f"\n{opens_at} {{") == 1
        text = text.replace(f"\n{opens_at} {{", f"\nhttp://:{port} {{")
        for host, address in zip(hosts, addresses, strict=True):
            assert text.count(host) == 1
            text = text.replace(host, address)
        if "admin off" not in text:
            text = "{\n admin off\n}\n" + text
        (folder / "Caddyfile").write_text(text)
        return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]

    return caddy_of


caddy_of_compose = caddy_of_a_file(
    "cluster/Caddyfile", [f"club-{number}:8080" for number in (1, 2, 3)], ":8080"
)
caddy_of_systemd = caddy_of_a_file(
    "systemd/Caddyfile", [f"127.0.0.1:800{number}" for number in (1, 2, 3)], "nardy.example"
)


def haproxy_of(addresses: list[str], port: int, folder: Path) -> list[str]:
    """The command of HAProxy with the guide's configuration, on loopback and without https."""
    text = in_guide("haproxy.cfg")
    for number, address in enumerate(addresses, 1):
        text = text.replace(f"10.0.0.{number}:8001", address)
    waits = "".join(f"    timeout {what} 20s\n" for what in ("connect", "client", "server"))
    front = f"frontend all\n    bind 127.0.0.1:{port}\n    default_backend club\n"
    (folder / "haproxy.cfg").write_text(f"defaults\n    mode http\n{waits}{front}{text}")
    return ["haproxy", "-db", "-f", str(folder / "haproxy.cfg")]


@contextlib.asynccontextmanager
async def serving(
    make: Callable[[list[str], int, Path], list[str]], folder: Path
) -> AsyncGenerator[tuple[list[Process], list[str], int]]:
    """Three processes, their addresses, and the port of a proxy in front of them."""
    processes = [Process(number) for number in range(3)]
    async with contextlib.AsyncExitStack() as opened:
        addresses = list[str]()
        for one in processes:
            server = await asyncio.start_server(one.answer, "127.0.0.1", 0)
            await opened.enter_async_context(server)
            addresses.append(f"127.0.0.1:{server.sockets[0].getsockname()[1]}")
        port = free_port()
        proxy = await asyncio.create_subprocess_exec(*make(addresses, port, folder))
        try:
            await opened_at(port)
            yield processes, addresses, port
        finally:
            proxy.terminate()
            await proxy.wait()


async def opened_at(port: int) -> None:
    """Wait until somebody listens there."""
    for _ in range(int(WAIT / 0.05)):
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            return writer.close()
        await asyncio.sleep(0.05)
    raise AssertionError("expected the proxy to listen")


@pytest.mark.thorough
@pytest.mark.parametrize(
    "make",
    [nginx_of, caddy_of, caddy_of_compose, caddy_of_systemd],
    ids=["nginx", "caddy", "compose", "systemd"],
)
def test_a_page_ends_at_the_owner_of_its_room(
    make: Callable[[list[str], int, Path], list[str]], tmp_path: Path
) -> None:
    if shutil.which(make.__name__.removesuffix("_of")) is None:
        pytest.skip("this proxy is not installed")

    async def test() -> None:
        async with serving(make, tmp_path) as (processes, addresses, port):
            for one in processes[:2]:
                one.owner = addresses[2]
            assert {await ask(port, LIVE) for _ in range(20)} == {b"2"}
            # Those that were sent on have lost the mark.
            assert any(b"x-nardy-near" not in one.lower() for one in processes[2].asked)
            assert {await ask(port, PLAIN) for _ in range(60)} == {b"0", b"1", b"2"}
            if make is caddy_of_compose:
                await until(lambda: all(one.checks for one in processes))
                # The club refuses whoever asks for the name of a container.
                assert all(b"host: localhost" in one.checks[0].lower() for one in processes)
                # It passes on what the proxy before it tells of a visitor.
                await ask(port, LIVE.replace(b"host:", b"X-Forwarded-For: 203.0.113.7\r\nhost:"))
                told = processes[2].asked[-1].lower()
                assert b"\r\nx-forwarded-for: 203.0.113.7, 127.0.0.1\r\n" in told
            if make is nginx_of:  # Caddy answers 502, and the page comes again
                for one in processes:
                    one.owner = f"127.0.0.1:{free_port()}"
                assert await ask(port, LIVE) in {b"0", b"1", b"2"}

    run(test)


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("haproxy") is None, reason="this proxy is not installed")
def test_haproxy_leaves_out_a_frozen_process(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(haproxy_of, tmp_path) as (processes, _, port):
            assert {await ask(port, PLAIN) for _ in range(12)} == {b"0", b"1", b"2"}
            await until(lambda: all(one.checks for one in processes))
            # The club refuses whoever asks for another host, or for none.
            assert all(b"host: localhost" in one.checks[0].lower() for one in processes)
            # Nobody chooses the address that the club counts.
            await ask(port, PLAIN.replace(b"host:", b"X-Forwarded-For: 203.0.113.7\r\nhost:"))
            for told in (asked.lower() for one in processes for asked in one.asked):
                assert re.findall(rb"x-forwarded-for: *(.*)\r", told) == [b"127.0.0.1"]
            processes[2].is_frozen = True
            count = len(processes[2].checks)
            await until(lambda: len(processes[2].checks) >= count + 3)
            assert {await ask(port, PLAIN) for _ in range(12)} == {b"0", b"1"}

    run(test)


def test_nginx_lets_the_largest_upload_through() -> None:
    largest = max(MOST_MATCH, MOST_LOGO, MOST_OFFLINE)
    for name in ("nardy.conf", "nardy-cluster.conf"):
        (most,) = re.findall(r"client_max_body_size (\d+)m;", in_guide(name))
        assert int(most) << 20 >= largest


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(WAIT):
        while not is_so():  # noqa: ASYNC110 (another program does it)
            await asyncio.sleep(0.05)
