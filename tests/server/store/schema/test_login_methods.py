from nardy.server.store.schema.login_methods import metadata, outside, passkey


def test_the_tables_are_among_those_of_a_new_database() -> None:
    assert {outside.name, passkey.name} <= metadata.tables.keys()


def test_one_identity_is_of_one_account() -> None:
    assert {column.name for column in outside.primary_key} == {"issuer", "subject"}
