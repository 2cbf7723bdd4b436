from tests.cli.talk import START, nardy
from tests.effort import each

PLAKOTO = "plakoto w 17:2,8:13 24:3,10:11,8:p"


@each("form", ["text", "ascii", "svg", "words", "position"])
@each("language", ["en", "ru"])
def test_every_form_in_both_languages(form: str, language: str) -> None:
    answer = nardy("show", PLAKOTO, "--format", form, "--language", language)
    assert answer.status == 0
    assert not answer.err
    assert "\x1b" not in answer.out
    if form == "svg":
        assert answer.out.startswith("<svg")
    else:
        assert max(map(len, answer.lines)) <= 80


def test_position_text_is_made_canonical() -> None:
    text = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=13 cube=1 first=w"
    assert nardy("show", text, "--format", "position").lines == [f"{START} dice=31"]


def test_either_player_may_sit_below() -> None:
    text = "fevga w 24:14,20:1 24:15"
    white, black = (nardy("show", text, "--seen-by", side).out for side in ("white", "black"))
    assert white != black
    assert white == nardy("show", text).out
