import socket

from nardy.server.jobs.wakeup import HOST, WakeupSender, WakeupSocket


def test_a_bell_is_heard_by_its_owner_alone() -> None:
    sender = WakeupSender()
    with WakeupSocket() as wakeup, WakeupSocket() as other:
        assert not wakeup.wait(0)
        sender.send([wakeup.address, wakeup.address])
        assert wakeup.wait(5)
        assert not wakeup.was_woken()
        assert not other.was_woken()
    sender.close()


def test_whoever_does_not_know_the_secret_wakes_nobody() -> None:
    sender = WakeupSender()
    with WakeupSocket() as wakeup:
        port = wakeup.address.partition("/")[0]
        sender.send([port, f"{port}/", f"{port}/no", f"{port}/{'x' * 1000}"])
        assert not wakeup.wait(0.05)
    sender.close()


def test_only_this_machine_reaches_a_bell() -> None:
    with WakeupSocket() as wakeup:
        assert wakeup.socket.getsockname()[0] == HOST
        assert wakeup.socket.type is socket.SOCK_DGRAM


def test_an_address_of_nobody_is_passed_over() -> None:
    sender = WakeupSender()
    with WakeupSocket() as wakeup:
        gone = wakeup.address
    sender.send(["", "/", "x/y", "99999999/z", gone, gone])
    sender.close()
