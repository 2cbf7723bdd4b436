import asyncio
import ipaddress

import pytest

from nardy.server.notices.public_addresses import PrivateAddressError, is_public, public_addresses

PRIVATE = [
    *(
        "0.0.0.0",  # noqa: S104 (nothing is bound)
        "10.1.2.3",
        "100.64.0.1",
        "127.0.0.1",
        "127.8.8.8",
        "169.254.169.254",
    ),
    *("172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.1.1"),
    *("198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.1.1.1", "240.0.0.1"),
    *("255.255.255.255", "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:8.8.8.8"),
    *("64:ff9b::a00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:2::1", "2001:db8::1"),
    *("2002:7f00:1::", "3fff::1", "5f00::1", "fc00::1", "fd12::1", "fe80::1", "fec0::1", "ff02::1"),
]
PUBLIC = ["1.1.1.1", "9.9.9.9", "172.32.0.1", "192.169.0.1", "2a00:1450::1", "2606:4700::1111"]


@pytest.mark.parametrize("address", PRIVATE)
def test_no_special_address_is_public(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", PUBLIC)
def test_a_host_of_the_internet_is_public(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


def resolved(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    """The addresses of a name that leads to these."""

    async def find(*_: object, **__: object) -> list[object]:
        return [(None, None, None, "", (address, 443)) for address in addresses]

    async def ask() -> list[str]:
        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", find)
        return await public_addresses("push.example", 443)

    return asyncio.run(ask())


def test_all_addresses_of_a_name_must_be_public(monkeypatch: pytest.MonkeyPatch) -> None:
    assert resolved(monkeypatch, "9.9.9.9", "9.9.9.9", "2a00:1450::1") == [
        "9.9.9.9",
        "2a00:1450::1",
    ]
    for private in ("127.0.0.1", "::1", "fe80::1%eth0", "::ffff:127.0.0.1"):
        with pytest.raises(PrivateAddressError):
            resolved(monkeypatch, "9.9.9.9", private)
    with pytest.raises(OSError):  # noqa: PT011 (it has no text)
        resolved(monkeypatch)
