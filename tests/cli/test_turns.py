from tests.cli.talk import START, nardy, refused


def test_one_turn_a_line_and_the_count_aside() -> None:
    answer = nardy("turns", START, "31")
    assert len(answer.lines) == 16
    assert "8/5 6/5" in answer.lines
    assert answer.err == "16 lawful turns\n"


def test_json_has_the_position_after_each() -> None:
    turns = nardy("turns", "mad-gulbar w 24:1 8:1 dice=44", "--json").data["turns"]
    assert turns == [{"turn": "(no move)", "position": "mad-gulbar b 24:1 8:1 left=445566"}]


def test_too_many_turns_are_a_sentence() -> None:
    sentence = refused("turns", "mad-gulbar w 24:5,20:4,17:3,14:3 24:15 dice=11")
    assert "more than 20,000 lawful turns" in sentence


def test_dice_must_be_there_once() -> None:
    assert "rolled" in refused("turns", START)
    assert "expected dice once" in refused("turns", f"{START} dice=31", "31")
    assert "answer" in refused("turns", f"{START} offer=gammon", "31")


def test_in_russian() -> None:
    answer = nardy("turns", START, "31", "--language", "ru")
    assert answer.err == "16 возможных ходов\n"
    assert answer.out == nardy("turns", START, "31").out
