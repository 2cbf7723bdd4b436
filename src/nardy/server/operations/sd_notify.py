"""Tells systemd when the process serves, and when it ends: `Type=notify` in a unit (sd_notify(3))."""

import contextlib
import os
import socket

READY, STOPPING = "READY=1", "STOPPING=1"


def notify_systemd(state: str) -> None:
    """Tell the state of this process to whoever has started it, if they want to know.

    What they do not take is nothing that the club could mend.
    """
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    # An abstract socket is written with @.
    place = f"\0{address[1:]}" if address.startswith("@") else address
    with (
        contextlib.suppress(OSError),
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line,
    ):
        line.setblocking(False)
        line.sendto(state.encode(), place)
