"""Which addresses the club calls when somebody else names them: public ones alone (SSRF).

Special addresses: the registries of RFC 6890; multicast: RFC 5771 and RFC 4291; NAT64: RFC 6052.
"""

import asyncio
import ipaddress
import socket

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
_UNICAST = ipaddress.ip_network("2000::/3")
"""The only part of IPv6 with public hosts; mapped, link-local, private and NAT64 addresses lie outside."""
_SPECIAL = tuple(
    map(
        ipaddress.ip_network,
        # 6to4 and its relays, which carry IPv4; Teredo and other protocols; documentation.
        ("192.88.99.0/24", "2002::/16", "2001::/23", "2001:db8::/32", "3fff::/20"),
    )
)


class PrivateAddressError(Exception):
    """A name leads to an address that is not public."""


def is_public(address: IpAddress) -> bool:
    """Whether an address belongs to a host of the internet.

    >>> is_public(ipaddress.ip_address("9.9.9.9")), is_public(ipaddress.ip_address("::ffff:9.9.9.9"))
    (True, False)
    """
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    if any(address in network for network in _SPECIAL if network.version == address.version):
        return False
    return address.version == 4 or address in _UNICAST


async def public_addresses(host: str, port: int) -> list[str]:
    """The addresses of a host, resolved once; all must be public.

    Raises:
        PrivateAddressError: one of them is not.
        OSError: the name has no address.
    """
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    # A scope such as %eth0 belongs to link-local addresses only.
    texts = list(dict.fromkeys(str(where[0]) for *_, where in found))
    if not texts:
        raise OSError
    for text in texts:
        if "%" in text or not is_public(ipaddress.ip_address(text)):
            raise PrivateAddressError
    return texts
