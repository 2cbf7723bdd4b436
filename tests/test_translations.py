"""The sentences of all languages, and how numbers are told in them."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from nardy.errors import NardyError
from nardy.translations import LANGUAGES, counted, listed, number, plural_category, say, texts

ROOT = Path(__file__).parents[1]
NARDY = ROOT / "src" / "nardy"
WORDS = ROOT / "scripts" / "words"


def words(*folder: Path) -> tuple[int, str]:
    asked = [sys.executable, str(WORDS), *map(str, folder)]
    answer = subprocess.run(asked, capture_output=True, text=True, check=False, encoding="utf-8")
    assert not answer.stderr
    return answer.returncode, answer.stdout


def test_every_language_has_every_word() -> None:
    assert words() == (0, "every language has every word\n")


def test_what_a_language_lacks_is_listed(tmp_path: Path) -> None:
    russian = tmp_path / "ru"
    shutil.copytree(NARDY / "locale" / "ru", russian)
    changes = {
        "board": {"draw": "Ничья.", "won": "Победа {player}: {points:pebbles}.", "ende": "Конец."},
        "nouns": {"points": {"one": "очко", "other": "очка"}},
    }
    for name, changed in changes.items():
        file = russian / f"{name}.json"
        file.write_text(json.dumps(json.loads(file.read_text("utf-8")) | changed), "utf-8")
    laws = json.loads((russian / "laws.json").read_text("utf-8"))
    del laws["law.head"]
    (russian / "laws.json").write_text(json.dumps(laws), "utf-8")
    (russian / "page" / "said.json").unlink()
    status, told = words(tmp_path)
    assert status == 1
    assert {
        "ru: board: draw differs in the values points",
        "ru: board: won counts pebbles, which is no noun",
        "ru: board: ende is not in English",
        "ru: laws: law.head is missing",
        "ru: nouns: points lacks the plural forms few, many",
        "ru: page/said: say.dance is missing",
    } <= set(told.splitlines())


def test_another_language_is_a_folder_and_needs_no_python(tmp_path: Path) -> None:
    ignored = shutil.ignore_patterns("web", "data", "server", "train", "__pycache__")
    shutil.copytree(NARDY, tmp_path / "nardy", ignore=ignored)
    folder = tmp_path / "nardy" / "locale" / "xx"
    folder.mkdir()
    files = {
        "language": {"name": "X", "decimal": "·", "plurals": {"one": "n = 0,1", "few": "n = 3"}},
        "nouns": {"points": {"one": "poto", "few": "potit", "other": "potok"}},
        "rulebook": {"title.board": "Borda ta starta", "title.turn": "Na tura"},
        "laws": {"book.koks": "Koksa: {koks:points}."},
    }
    for name, told in files.items():
        (folder / f"{name}.json").write_text(json.dumps(told), "utf-8")
    answer = subprocess.run(
        [sys.executable, "-m", "nardy", "games", "long-nardy@amateur", "--language", "xx"],
        env={**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )
    assert not answer.stderr
    lines = answer.stdout.splitlines()
    assert {"Borda ta starta", "Na tura", "  - Koksa: 3 potit. [S3]"} <= set(lines)
    assert "Contact" in lines


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (0, "0 шашек"),
        (1, "1 шашка"),
        (2, "2 шашки"),
        (4, "4 шашки"),
        (5, "5 шашек"),
        (11, "11 шашек"),
        (12, "12 шашек"),
        (14, "14 шашек"),
        (15, "15 шашек"),
        (21, "21 шашка"),
        (22, "22 шашки"),
        (111, "111 шашек"),
        (112, "112 шашек"),
        (1_000_000, "1000000 шашек"),
        (1_000_001, "1000001 шашка"),
        (4_194_304, "4194304 шашки"),
        (-3_000_012, "-3000012 шашек"),
    ],
)
def test_russian_counts(count: int, text: str) -> None:
    assert counted("ru", "checkers", count) == text


def test_halves() -> None:
    assert counted("ru", "points", 0.5) == "0,5 очка"
    assert counted("en", "points", 0.5) == "0.5 points"
    assert (number("ru", 3.0), number("ru", 3.5), number("en", 4_194_304)) == (
        "3",
        "3,5",
        "4194304",
    )


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (1.5, "1,5 очка"),
        (999_999.5, "999999,5 очка"),
        (1_234_567.5, "1234567,5 очка"),
        (-1_234_567.25, "-1234567,25 очка"),
        (0.00001, "0,00001 очка"),
        (-1e-9, "0 очков"),
        (1e300, f"{int(1e300)} очков"),
    ],
)
def test_large_and_small_numbers_have_no_exponent(count: float, text: str) -> None:
    assert counted("ru", "points", count) == text


def test_english_counts() -> None:
    assert [plural_category("en", n) for n in (0, 1, 1.5, 2)] == ["other", "one", "other", "other"]
    assert counted("en", "pips", 1) == "1 pip"
    assert counted("en", "pips", 1_000_001) == "1000001 pips"


def test_a_number_of_no_noun_is_told_as_it_is() -> None:
    assert say("en", "play", "taken", player="White", value=4) == "White took. The cube is at 4."


def test_russian_ranges_have_a_dash_and_rolls_a_hyphen() -> None:
    rolls = re.compile(r"([1-6])-\1")
    for key, text in texts("ru", "laws").items():
        assert not re.search(r"[\d}]-[\d{]", rolls.sub("", text)), key


@pytest.mark.parametrize(
    ("other", "word"),
    [
        (r"аккаунт", "учётная запись"),
        (r"\bзар(?:а|ы|у|ом|ов|ами)?\b", "кость"),
        (r"кубик", "куб"),
        (r"\bкамн", "число"),
        (r"\bкуш", "дубль"),
        (r"в беге\b", "в гонке"),
        (r"удач[аи]\b", "везение"),
        (r"(?:по|показал) розыгрыш|розыгрышами|розыгрыш показал|игра до конца", "роллаут"),
        (r"против правил", "не по правилам"),
        (r"сильн(?:ые|ое) мест", "сильная сторона"),
    ],
)
def test_russian_has_one_word_for_one_thing(other: str, word: str) -> None:
    told = [
        f"{file.name}: {line.strip()}, expected {word}"
        for file in sorted((NARDY / "locale" / "ru").rglob("*.json"))
        for line in file.read_text("utf-8").splitlines()
        if re.search(other, line, re.IGNORECASE)
    ]
    assert told == []


def test_russian_has_the_genitive_after_of() -> None:
    stopped = [say("ru", "commands", "analyze.stopped", n=3, files=n) for n in (1, 2, 5)]
    assert [one.rsplit(" из ")[1] for one in stopped] == ["1 матча", "2 матчей", "5 матчей"]
    for key in ("by rolls", "by sizes"):
        told = [say("ru", "coach", key, part="0,9", loss=loss) for loss in (1, 2, 1.5)]
        ends = ["0,9 из 1 очка.", "0,9 из 2 очков.", "0,9 из 1,5 очка."]
        assert [one.partition("дают ")[2] for one in told] == ends


def test_parts_are_listed() -> None:
    assert [listed("en", list("abc")[:n]) for n in (1, 2, 3)] == ["a", "a and b", "a, b and c"]
    assert listed("en", ["take", "beaver", "pass"], "or") == "take, beaver or pass"


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    assert LANGUAGES[0] == "en"
    with pytest.raises(NardyError, match="en, ru"):
        say("xx", "board", "over")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_reply_does_has_one_set_of_words(language: str) -> None:
    """In the coach's sentences, on the map of a report, and on the page."""
    folder = ROOT / "src" / "nardy" / "locale" / language

    def words(file: str, prefix: str) -> dict[str, str]:
        told = json.loads((folder / file).read_text("utf-8"))
        keys = [key for key in told if key.startswith(prefix)]
        return {key.removeprefix(prefix).replace("-", " "): told[key] for key in keys}

    page = words("page/coach.json", "coach.group.")
    assert words("report.json", "event.").items() <= page.items()
    assert words("coach.json", "reply.").items() <= page.items()
    assert len(words("coach.json", "reply.")) > 5
