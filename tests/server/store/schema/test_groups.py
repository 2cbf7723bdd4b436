from nardy.server.store.schema.groups import circle, circle_member, metadata


def test_the_tables_are_among_those_of_a_new_database() -> None:
    assert {circle.name, circle_member.name} <= metadata.tables.keys()


def test_one_belongs_to_a_circle_once() -> None:
    assert {column.name for column in circle_member.primary_key} == {"circle", "guest"}
