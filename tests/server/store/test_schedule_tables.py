from nardy.server.store.schedule_tables import tournament_schedule


def test_a_schedule_is_found_by_its_id() -> None:
    assert [column.name for column in tournament_schedule.primary_key] == ["id"]
