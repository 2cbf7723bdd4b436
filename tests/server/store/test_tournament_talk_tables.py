from nardy.server.store.tournament_talk_tables import tournament_line, tournament_report


def test_lines_are_numbered_in_a_tournament_and_reported_once_by_a_person() -> None:
    assert [column.name for column in tournament_line.primary_key] == ["tournament", "number"]
    keys = [column.name for column in tournament_report.primary_key]
    assert keys == ["tournament", "number", "who"]
