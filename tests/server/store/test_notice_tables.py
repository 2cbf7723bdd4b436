from nardy.server.store import notice_tables


def test_one_event_is_told_once_in_each_place() -> None:
    unique = {
        tuple(column.name for column in one.columns)
        for one in notice_tables.notice.constraints
        if isinstance(one, notice_tables.sql.UniqueConstraint)
    }
    assert ("guest", "channel", "target", "key") in unique
