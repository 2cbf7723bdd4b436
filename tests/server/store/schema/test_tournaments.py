from nardy.server.store.schema.base import metadata
from nardy.server.store.schema.tournaments import entrant, tournament, tournament_event


def test_a_log_has_one_event_of_a_number() -> None:
    assert [column.name for column in tournament_event.primary_key] == ["tournament", "number"]
    for table in (tournament, tournament_event, entrant):
        assert metadata.tables[table.name] is table
