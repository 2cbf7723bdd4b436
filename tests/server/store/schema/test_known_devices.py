from nardy.server.store.schema.known_devices import metadata, sighting


def test_a_mark_is_kept_once_for_each_account() -> None:
    assert [column.name for column in sighting.primary_key] == ["guest", "kind", "mark"]
    assert {"about", "result", "circle", "sighting"} <= metadata.tables.keys()
