import msgspec
import pytest

from nardy.server.protocol.hosting import MOST_NAME, MOST_RULES, ClubWords


@pytest.mark.parametrize(("field", "most"), [("name", MOST_NAME), ("rules", MOST_RULES)])
def test_words_have_a_longest_length(field: str, most: int) -> None:
    assert msgspec.convert({field: "x" * most}, ClubWords)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({field: "x" * (most + 1)}, ClubWords)
