import hashlib

from nardy.server.store.packed_games.dictionary import DICTIONARY


def test_the_dictionary_of_form_1_never_changes() -> None:
    """Games that were packed with it cannot be read with another one: a change is a new form."""
    assert hashlib.sha256(DICTIONARY).hexdigest() == (
        "2022f4aaa0ded86fb5ff85f30b13d0cbb1fef994977b1cca814c0fcf71c75c0d"
    )
    assert len(DICTIONARY) < 32_768  # zlib sees no further
