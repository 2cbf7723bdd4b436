"""The syntax of SGF."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nardy.errors import NotationError
from nardy.formats.sgf.tree import MOST_BYTES, MOST_GAMES, escaped, is_sgf, parse, plain


def test_the_main_line_is_kept() -> None:
    (tree,) = parse("(;GM[6];W[31](;B[42](;W[11])(;W[22]))(;B[66];W[33]))")
    assert [next(iter(node.values.values())) for node in tree.nodes] == [
        ["6"],
        ["31"],
        ["42"],
        ["11"],
    ]
    assert tree.damage is None


def test_nodes_know_their_lines_and_values_their_properties() -> None:
    first, second = parse("\ufeff (;GM[6]\n AW[a] [b]\n[c]\n;C[x\ny])\n\n(;GM[6])")
    assert [node.line for node in first.nodes] == [1, 4]
    assert first.nodes[0].values == {"GM": ["6"], "AW": ["a", "b", "c"]}
    assert (first.line, second.line) == (1, 7)


@given(st.text(max_size=40))
def test_a_text_comes_back_from_a_value(text: str) -> None:
    (tree,) = parse(f"(;C[{escaped(text)}]GM[6])")
    assert tree.nodes[0].first("C") == text
    assert tree.nodes[0].first("GM") == "6"


def test_a_line_broken_by_the_writer_is_joined() -> None:
    assert plain("one \\\ntwo \\\r\nthree") == "one two three"
    assert plain(r"5\:3") == "5:3"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("(;GM[6]\n;W[31hefe]", 2),
        ("(;GM[6]\n;W[31hefe", 2),
        ("(;GM[6];W[31]\n\n ? ;B[42])", 1),
        ("(;GM[6])\n;W[31]", 1),
        ("(;GM[6]\n;[31])", 2),
        ("(;GM[6]) and more", 1),
    ],
)
def test_damage_is_found_where_it_is(text: str, line: int) -> None:
    assert parse(text)[0].damage == line


def test_a_file_is_recognized_by_its_beginning() -> None:
    assert is_sgf(b"(;FF[4]GM[1])")
    assert is_sgf("\ufeff\r\n( ;\nGM [6])".encode())
    assert not is_sgf(b"(; a comment)")
    assert not is_sgf(b" 5 point match")


def test_what_is_no_sgf_is_refused() -> None:
    with pytest.raises(NotationError, match=r"expected an SGF file, which begins with '\(;'"):
        parse("hello")
    with pytest.raises(NotationError, match="at most"):
        parse(b"(;GM[6]" + b" " * MOST_BYTES)
    with pytest.raises(NotationError, match=f"at most {MOST_GAMES:,} games"):
        parse("(;GM[6])" * (MOST_GAMES + 1))


def test_many_brackets_are_read_without_recursion() -> None:
    (tree,) = parse("(;GM[6]" + "(" * 20_000 + ")" * 20_000 + ")")
    assert len(tree.nodes) == 1
