import pytest

from nardy.server.lobby.language import is_rude, masked


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("What the fuck?", "What the ••••?"),
        ("FUUUCKING dice", "••••••••• dice"),
        ("sh1t, again", "••••, again"),
        ("Ну и хуйня.", "Ну и •••••."),
        ("ёбаный зар", "•••••• зар"),
        ("cyka", "••••"),
    ],
)
def test_rude_words_are_masked_and_all_else_stays(text: str, shown: str) -> None:
    assert masked(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "Good game, thank you!",
        "Хорошая партия, спасибо!",
        "Scunthorpe, Essex: a class of assassins with a cocktail",
        "страхуй меня, не психуй; употреблять сукно; колебания ебонита; мандарин и бляха",
        "6-6! 13/7(2) 8/2*(2)",
        "",
    ],
)
def test_innocent_words_are_not(text: str) -> None:
    assert masked(text) is None


def test_a_word_is_judged_alone() -> None:
    assert is_rude("Bullshitting")
    assert not is_rude("shirt")
