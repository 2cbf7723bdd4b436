from dataclasses import dataclass

import sqlalchemy as sql

from nardy.server.store import rows


@dataclass(frozen=True, slots=True)
class Pair:
    id: str
    count: int | None = None


TWO = sql.text("select 'a' as id, 1 as count, 5 as other union select 'b', null, 6")
NONE = sql.text("select 'a' as id where false")


def test_a_row_is_a_record_without_the_columns_that_it_lacks() -> None:
    with sql.create_engine("sqlite://").connect() as connection:
        assert rows.records(connection, TWO, Pair) == [Pair("a", 1), Pair("b", None)]
        assert rows.record(connection, sql.text("select 'c' as id"), Pair) == Pair("c")
        assert rows.record(connection, NONE, Pair) is None
        assert rows.objects(connection, NONE) == []
        assert rows.objects(connection, TWO)[0] == {"id": "a", "count": 1, "other": 5}
