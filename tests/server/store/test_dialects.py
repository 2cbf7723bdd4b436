import pytest
import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite

from nardy.server.store import dialects
from nardy.server.store.dialects import MOMENT, greatest, json_text, least
from nardy.server.store.schema import metadata, room

ENGINES = {"sqlite": sqlite.dialect(), "postgresql": postgresql.dialect()}


def words(one: sql.ClauseElement, engine: str) -> str:
    compiled = one.compile(dialect=ENGINES[engine], compile_kwargs={"literal_binds": True})
    return " ".join(str(compiled).split())


@pytest.mark.parametrize(
    ("asked", "in_sqlite", "in_postgresql"),
    [
        (
            json_text(room.c.terms, "rated"),
            "json_extract(room.terms, '$.' || 'rated')",
            "(CAST(room.terms AS JSON) ->> 'rated')",
        ),
        (least(room.c.since, 3), "min(room.since, 3)", "least(room.since, 3)"),
        (greatest(room.c.since, 3), "max(room.since, 3)", "greatest(room.since, 3)"),
    ],
)
def test_both_databases_are_told_in_their_words(
    asked: sql.ClauseElement, in_sqlite: str, in_postgresql: str
) -> None:
    assert words(asked, "sqlite") == in_sqlite
    assert words(asked, "postgresql") == in_postgresql


def test_functions_of_different_arguments_are_cached_apart() -> None:
    with sql.create_engine("sqlite://").connect() as connection:
        for key, value in (("a", "1"), ("b", "2"), ("c", None)):
            asked = sql.select(json_text(sql.literal('{"a": "1", "b": "2"}'), key))
            assert connection.scalar(asked) == value
        assert connection.scalar(sql.select(least(3, 1, 2))) == 1
        assert connection.scalar(sql.select(greatest(3, 1))) == 3


def test_a_partial_index_is_of_rows_that_queries_ask_for() -> None:
    (index,) = (one for one in room.indexes if one.name == "room_going_on")
    for engine, dialect in ENGINES.items():
        asked = words(sql.select(room.c.id).where(room.c.is_over.is_(False)), engine)
        made = " ".join(str(sql.schema.CreateIndex(index).compile(dialect=dialect)).split())
        assert made.partition(" WHERE ")[2] == asked.partition(" WHERE room.")[2]


def test_moments_have_64_bits() -> None:
    assert str(MOMENT.compile(dialect=ENGINES["postgresql"])) == "BIGINT"
    assert str(MOMENT.compile(dialect=ENGINES["sqlite"])) == "INTEGER"
    named = {"since", "at", "seen", "until", "due", "begun", "ended_at", "last_at", "changed"}
    for table in metadata.tables.values():
        for column in table.columns:
            if column.name in named:
                assert column.type is MOMENT, column


def test_a_compiled_statement_is_made_once_for_each_dialect() -> None:
    table = sql.Table("t", sql.MetaData(), sql.Column("a", sql.Integer), sql.Column("b", sql.Text))
    adding = dialects.CompiledStatement(sql.insert(table))
    with sql.create_engine("sqlite://").connect() as connection:
        table.create(connection)
        adding.run(connection, [{"b": "x", "a": 1}])
        adding.run(connection, [{"a": 2, "b": "y"}, {"a": 3, "b": "z"}])
        found = connection.execute(sql.select(table)).all()
    assert found == [(1, "x"), (2, "y"), (3, "z")]
