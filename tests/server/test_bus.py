from nardy.server.bus import Bus


def test_a_hint_reaches_who_listens_to_that_room_and_nobody_else() -> None:
    bus, heard = Bus(), []
    bus.subscribe("a", heard.append)
    bus.subscribe("a", heard.append)
    bus.publish("a")
    bus.publish("b")
    assert heard == ["a"]
    bus.unsubscribe("a", heard.append)
    bus.unsubscribe("a", print)
    bus.publish("a")
    assert heard == ["a"]
    assert bus.count("a") == 0


def test_who_leaves_while_it_is_told_disturbs_nobody() -> None:
    bus, heard = Bus(), []

    def leave(room: str) -> None:
        bus.unsubscribe(room, leave)

    bus.subscribe("a", leave)
    bus.subscribe("a", heard.append)
    bus.publish("a")
    bus.publish("a")
    assert heard == ["a", "a"]


def test_changes_are_counted_as_long_as_somebody_listens() -> None:
    bus = Bus()
    bus.publish("a")
    assert bus.changes("a") == 0
    bus.subscribe("a", print)
    bus.publish("a")
    bus.publish("b")
    assert (bus.changes("a"), bus.changes("b")) == (1, 0)
    bus.unsubscribe("a", print)
    assert bus.changes("a") == 0
