"""Lines sorted into tags, games and cells."""

import pytest

from nardy.errors import NotationError
from nardy.formats.mat.lines import MOST_BYTES, MOST_GAMES, MatText, match_text, read_lines

HOSTILE = 200_000
FILE = """; [Event "A \\"quoted\\" one"]
; a comment
;[Player 1 "ann"]
# [Round "2"]

 7 point match

 Game 1
 ann of two words : 0           bob: the second : 3
  1)                             41: 13/9 24/23
  2) 31: 6/5 8/5                  Doubles => 2
  3)  Drops
                                 Wins 1 point
; [Variation "plakoto"]

 Game 2
 ann of two words : 0           bob: the second : 4
  1) 31: 24/21 24/23
nonsense
"""


@pytest.fixture
def file() -> MatText:
    return read_lines(FILE)


def test_the_header_is_kept(file: MatText) -> None:
    assert file.length == 7
    assert file.tags == [("Event", 'A \\"quoted\\" one'), ("Player 1", "ann"), ("Round", "2")]
    assert file.comments == ["a comment"]


def test_names_and_scores(file: MatText) -> None:
    head = file.games[0].head
    assert head
    assert head.names == ("ann of two words", "bob: the second")
    assert head.scores == (0, 3)


def test_cells_stand_in_columns(file: MatText) -> None:
    cells = [(cell.line, cell.column, cell.text) for cell in file.games[0].cells]
    assert cells == [
        (10, 1, "41: 13/9 24/23"),
        (11, 0, "31: 6/5 8/5"),
        (11, 1, "Doubles => 2"),
        (12, 0, "Drops"),
        (13, 1, "Wins 1 point"),
    ]


def test_a_tag_before_a_later_game_is_that_games(file: MatText) -> None:
    assert file.games[0].tags == []
    assert file.games[1].tags == [("Variation", "plakoto")]


def test_a_line_that_tells_nothing_is_found(file: MatText) -> None:
    (finding,) = file.games[1].odd
    assert (finding.line, finding.turn) == (19, "nonsense")
    assert finding.reason == "this is no turn, no double and no result"


@pytest.mark.parametrize(
    ("line", "names", "scores"),
    [
        (" ann : 0      bob : 1", ("ann", "bob"), (0, 1)),
        ("ann:0 bob:1", ("ann", "bob"), (0, 1)),
        (" ann,1500.2 : 10\tbob,1499 : 2.5", ("ann,1500.2", "bob,1499"), (10, 2.5)),
        (" : 0            : 0", ("", ""), (0, 0)),
        (" Game 9 : 0     Wins 2 points : 3", ("Game 9", "Wins 2 points"), (0, 3)),
        (" Ё Ж : 0        日本 : 0", ("Ё Ж", "日本"), (0, 0)),
    ],
)
def test_lines_of_names(line: str, names: tuple[str, str], scores: tuple[float, float]) -> None:
    head = read_lines(f"1 point match\nGame 1\n{line}\n").games[0].head
    assert head
    assert (head.names, head.scores) == (names, scores)


@pytest.mark.parametrize("name", ["#1 fan", ";-)", "; bob"])
def test_a_name_may_begin_like_a_comment(name: str) -> None:
    text = f"3 point match\nGame 1\n {name} : 1      bob : 2\n  1) 31: 8/5 6/5\n ; indented : 1\n"
    game = read_lines(f"{text}; later : 1   bob : 2\n").games[0]
    assert game.head
    assert (game.head.names, game.head.scores) == ((name, "bob"), (1, 2))
    assert game.comments == ["indented : 1", "later : 1   bob : 2"]


def test_a_comment_before_the_names_is_no_name() -> None:
    text = "3 point match\nGame 1\n; x : 1   y : 2\n  ; indented\n ann : 1      bob : 2\n"
    game = read_lines(text).games[0]
    assert game.head
    assert game.head.names == ("ann", "bob")
    assert game.comments == ["x : 1   y : 2", "indented"]


@pytest.mark.parametrize(
    "line",
    [
        " " * HOSTILE + "x",
        f" ann{' ' * HOSTILE}x : 1",
        " : 1" + " " * HOSTILE + "x",
        " ann : 1  " * (HOSTILE // 10) + "x",
        ": " * (HOSTILE // 2),
        "; [" + " " * HOSTILE + "x",
        f"; [Event{' ' * HOSTILE}]",
        '; [Event "' + '" ' * (HOSTILE // 2),
        f"  1) doubles{' ' * HOSTILE}x",
        "  1) " + f"doubles{' ' * 100}" * (HOSTILE // 100),
    ],
)
def test_hostile_lines_end(line: str) -> None:
    # With repetitions within each other this takes hours.
    games = read_lines(f"1 point match\n{line}\nGame 1\n{line}\n").games
    assert len(games) == 1


@pytest.mark.parametrize(
    "names", [" al : 0  bo : 0", f" {'a' * 70} : 0  bob : 0", " ann : 0                  bob : 0"]
)
def test_columns_do_not_depend_on_the_length_of_names(names: str) -> None:
    rows = f"  1) {'':<34}31: 8/5 6/5\n  2) 64: 24/14\n      Wins 1 point\n{'':<39} Wins 1 point\n"
    game = read_lines(f"3 point match\nGame 1\n{names}\n{rows}").games[0]
    assert [cell.column for cell in game.cells] == [1, 0, 0, 1]


def test_a_game_without_names_has_its_cells() -> None:
    game = read_lines("1 point match\nGame 1\n 1) 31: 8/5 6/5     42: 8/4 6/4\n").games[0]
    assert game.head is None
    assert [cell.column for cell in game.cells] == [0, 1]


def test_money_has_no_length() -> None:
    assert read_lines("money session\nGame 1\n").length == 0


def test_few_odd_lines_are_told() -> None:
    game = read_lines("1 point match\nGame 1\na : 0  b : 0\n" + "nonsense\n" * 100).games[0]
    assert len(game.odd) == 20


def test_too_many_games_are_refused() -> None:
    with pytest.raises(NotationError, match="at most 1,000 games"):
        read_lines("1 point match\n" + "Game 1\n" * (MOST_GAMES + 1))


TEXT = " 7 point match\n\n Game 1\n"


@pytest.mark.parametrize(
    "data",
    [
        TEXT,
        TEXT.encode(),
        "\ufeff" + TEXT,
        b"\xef\xbb\xbf" + TEXT.encode(),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r"),
    ],
)
def test_marks_and_ends_of_lines_are_taken_away(data: str | bytes) -> None:
    assert match_text(data) == TEXT


@pytest.mark.parametrize(
    ("byte", "letter"), [(b"\xe9", "é"), (b"\x96", "\N{EN DASH}"), (b"\x81\xe9", "\x81é")]
)
def test_bytes_that_are_no_utf_8_are_latin_1(byte: bytes, letter: str) -> None:
    assert match_text(b"1 point match " + byte) == f"1 point match {letter}"


@pytest.mark.parametrize(
    "line",
    ["7 point match", " 7 points match", "\t0 Point Match", "Money session", "unlimited game"],
)
def test_a_match_line_has_many_looks(line: str) -> None:
    assert match_text(f"; a comment\n{line}\n")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ("", "got an empty file"),
        ("\ufeff \r\n", "got an empty file"),
        (b"7 point match\0", "got binary data"),
        ("seven point match", "near its beginning, got 'seven point match'"),
        ("\n" + " " * 20_000 + "\n7 point match", "near its beginning"),
        ("x" * (MOST_BYTES + 1), "at most 5,000,000 bytes"),
    ],
)
def test_what_is_no_match_is_refused(data: str | bytes, sentence: str) -> None:
    with pytest.raises(NotationError) as error:
        match_text(data)
    assert sentence in str(error.value)


def test_a_second_match_is_refused() -> None:
    text = "3 point match\nGame 1\n ann : 0   bob : 0\n 1) 31: 8/5 6/5\n"
    with pytest.raises(
        NotationError, match=r"expected one match a file, got another, '5 point match', in line 5"
    ):
        read_lines(text + text.replace("3 point", " 5 point"))
    with pytest.raises(NotationError, match="got another, '3 point match', in line 5"):
        read_lines(text + text)
    repeated = read_lines(f"3 point match\n{text}")
    assert len(repeated.games) == 1


@pytest.mark.parametrize("line", ["5 point match", "Money session"])
def test_games_put_together_repeat_the_line_of_their_match(line: str) -> None:
    first = f"{line}\nGame 1\n ann : 0   bob : 0\n 1) 31: 8/5 6/5\n"
    second = first.replace("Game 1", "Game 2").replace("ann : 0", "ann : 1")
    games = read_lines(first + second).games
    assert [one.number for one in games] == [1, 2]
    assert not games[0].odd
    assert games[1].head
    assert games[1].head.scores == (1, 0)


def test_a_name_may_look_like_a_match() -> None:
    text = "3 point match\nGame 1\n 5 point match : 0      bob : 2\n  1) 31: 8/5 6/5\n"
    head = read_lines(text).games[0].head
    assert head
    assert head.names == ("5 point match", "bob")
