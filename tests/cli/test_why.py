import json

from tests.cli.talk import START, nardy, refused

from nardy.core.laws import LAWS


def test_a_legal_turn_is_told_in_its_canonical_text() -> None:
    answer = nardy("why", START, "31", "6/5, 8/5*")
    assert (answer.status, answer.out) == (0, "legal: 8/5 6/5\n")


def test_an_illegal_turn_names_the_law_its_source_and_what_is_legal() -> None:
    answer = nardy("why", "long-nardy w 24:14,21:1 24:15", "21", "24/22 24/23")
    assert answer.status == 1
    assert answer.lines[0].startswith("illegal (head): 24/23: only one checker may leave")
    assert answer.lines[1] == f"source: {LAWS['head'].source}"
    assert answer.lines[2] == "legal turns (4): 24/23 21/19; 24/22 21/20; 24/21; 21/18"


def test_json_keys() -> None:
    data = nardy("why", f"{START} dice=31", "8/5 6/5", "--json").data
    assert list(data) == ["lawful", "law", "reason", "turns"]
    assert data["lawful"] is True
    assert data["law"] is None
    assert len(data["turns"]) == 16


def test_russian_has_the_law_in_russian() -> None:
    answer = nardy("why", START, "31", "8/5", "--language", "ru")
    assert answer.lines[0].startswith("не по правилам (longest-play): ")
    assert answer.lines[1] == "источник: S0 3.10, текст 4; S1; S2; S3; S4"
    assert answer.lines[2].startswith("возможные ходы (16): 24/23 24/21; ")
    answer = nardy("why", START, "31", "8/5 6/5", "--language", "ru")
    assert answer.out == "по правилам: 8/5 6/5\n"
    answer = nardy("why", START, "31", "8/5", "--language", "ru", "--json")
    assert json.loads(answer.out)["reason"] == LAWS["longest-play"].says("ru")


def test_what_cannot_be_read_is_bad_input() -> None:
    assert "expected origin/target, got 'frog'" in refused("why", START, "31", "frog")
    assert "can mean" in refused("why", "backgammon w 13:1,6:2 15:1,13:1,1:13", "31", "13/9")
    assert nardy("why", START).status == 2


def test_a_cascade_is_judged_without_listing_it() -> None:
    text = "mad-gulbar w 24:5,20:4,17:3,14:3 24:15"
    assert nardy("why", text, "11", "24/23", "--json").status == 1


def test_many_legal_turns_stand_in_lines_that_break_between_them() -> None:
    every = json.loads(nardy("why", START, "11", "24/12", "--json").out)["turns"]
    lines = nardy("why", START, "11", "24/12").lines[2:]
    assert lines[0].startswith(f"legal turns ({len(every)}): ")
    assert len(lines) > 5
    assert max(map(len, lines)) <= 80
    assert all(line.startswith("  ") for line in lines[1:])
    assert all(line.endswith(";") for line in lines[:-1])
    *turns, more = " ".join(map(str.strip, lines)).split(": ")[1].split("; ")
    assert turns == every[:40]
    assert more == f"{len(every) - 40} more"
