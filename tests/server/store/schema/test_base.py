from nardy.server.store.schema.base import entry, metadata


def test_the_log_holds_each_number_and_each_key_once() -> None:
    assert [column.name for column in entry.primary_key] == ["room", "number"]
    unique = {tuple(column.name for column in c.columns) for c in entry.constraints}
    assert ("room", "key") in unique
    assert set(metadata.tables) >= {"about", "guest", "room", "entry"}
