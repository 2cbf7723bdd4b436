from nardy.server.seats import PREFIX


def test_bots_are_named_by_a_prefix() -> None:
    assert "bot:nardy:0".startswith(PREFIX)
