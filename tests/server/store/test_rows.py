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


def test_rows_move_and_where_both_have_one_the_new_ones_stay() -> None:
    table = sql.Table(
        "liked",
        sql.MetaData(),
        sql.Column("who", sql.Text, primary_key=True),
        sql.Column("what", sql.Text, primary_key=True),
        sql.Column("of", sql.Text),
    )
    with sql.create_engine("sqlite://").connect() as connection:
        table.create(connection)
        were = [("old", "tea"), ("old", "milk"), ("new", "tea"), ("other", "tea")]
        connection.execute(
            sql.insert(table), [{"who": who, "what": what, "of": who} for who, what in were]
        )
        rows.move(connection, table.c.who, "old", "new")
        found = set(map(tuple, connection.execute(sql.select(table))))
    assert found == {("new", "milk", "old"), ("new", "tea", "new"), ("other", "tea", "other")}
