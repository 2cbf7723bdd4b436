import socket

from nardy.server.jobs.bell import HOST, Bell, Ringer


def test_a_bell_is_heard_by_its_owner_alone() -> None:
    ringer = Ringer()
    with Bell() as bell, Bell() as other:
        assert not bell.wait(0)
        ringer.ring([bell.address, bell.address])
        assert bell.wait(5)
        assert not bell.has_rung()
        assert not other.has_rung()
    ringer.close()


def test_whoever_does_not_know_the_secret_wakes_nobody() -> None:
    ringer = Ringer()
    with Bell() as bell:
        port = bell.address.partition("/")[0]
        ringer.ring([port, f"{port}/", f"{port}/no", f"{port}/{'x' * 1000}"])
        assert not bell.wait(0.05)
    ringer.close()


def test_only_this_machine_reaches_a_bell() -> None:
    with Bell() as bell:
        assert bell.socket.getsockname()[0] == HOST
        assert bell.socket.type is socket.SOCK_DGRAM


def test_an_address_of_nobody_is_passed_over() -> None:
    ringer = Ringer()
    with Bell() as bell:
        gone = bell.address
    ringer.ring(["", "/", "x/y", "99999999/z", gone, gone])
    ringer.close()
