"""A new built-in game: what scripts/new-game writes, and what it refuses."""

from pathlib import Path

import pytest
from scripts import new_game
from scripts.new_game import CATALOG, ROOT, UNFILLED, files, left_to_do, literal, read
from tests.effort import each

from nardy.core.rules import Rules
from nardy.errors import RulesError
from nardy.games import GAMES, LONG_NARDY

YARD = ("russian=дворовые нарды", "koks=3", "head_exception=any_double", "source=CLUB")


def loaded(source: str, name: str) -> Rules:
    """The value in the source of a game's file."""
    scope: dict[str, object] = {}
    exec(compile(source, "game", "exec"), scope)  # noqa: S102 (what the script wrote)
    found = scope[name]
    assert isinstance(found, Rules)
    return found


def test_a_new_game_is_a_file_a_line_in_the_catalog_and_a_page_of_culture() -> None:
    rules = read("court-yard", "long-nardy", YARD)
    written = files(ROOT, rules, LONG_NARDY)
    assert [*written] == [
        "src/nardy/games/court_yard.py",
        CATALOG,
        "docs/culture/court-yard.md",
    ]
    source = written["src/nardy/games/court_yard.py"]
    assert loaded(source, "COURT_YARD") == rules
    assert rules.russian == "дворовые нарды"
    assert "head_exception=HeadException.ANY_DOUBLE,\n    koks=3,\n" in source
    old = (ROOT / CATALOG).read_text("utf-8").splitlines()
    new = written[CATALOG].splitlines()
    assert [line for line in new if line not in old] == [
        "from nardy.games.court_yard import COURT_YARD",
        "            COURT_YARD,",
    ]
    assert new[new.index("            COURT_YARD,") - 1] == "            LONG_NARDY,"
    assert "## How it feels" in written["docs/culture/court-yard.md"]


@each("rules", GAMES.values())
def test_every_game_could_have_been_written_so(rules: Rules) -> None:
    new = rules.replace(id="new")
    like = GAMES["portes"]
    assert loaded(new_game.source_text(new, like), "NEW") == new


def test_fields_are_written_as_python() -> None:
    assert literal(GAMES["fevga"].quarter) == "Quarter(19, 24, 5)"
    assert literal(GAMES["hypergammon"].start) == "Position.of({24: 1, 23: 1, 22: 1})"
    uneven = read("uneven", "long-nardy", ["start=24:15"]).start
    assert literal(uneven) == "Position.of({24: 15})"


@pytest.mark.parametrize(
    ("own_id", "like", "change", "said"),
    [
        ("My_Game", "tavla", "head=1", "expected id ="),
        ("tavla", "portes", "home_hit=free", "which nardy has already"),
        ("yard", "tavli", "home_hit=free", "expected a built-in game after --like, got 'tavli'"),
        ("yard", "tavla", "home_hit", "expected FIELD=VALUE, got 'home_hit'"),
        ("yard", "tavla", "hom_hit=free", "did you mean 'home_hit'?"),
        ("yard", "tavla", "home_hit=perhaps", "expected home_hit=free|no_hide"),
        ("yard", "tavla", "head=1", "option 'head' stands in block games, not here"),
        ("yard", "tavla", "aliases=court", "expected a list of names for 'aliases'"),
    ],
)
def test_what_cannot_be_a_game_is_refused_in_words(
    own_id: str, like: str, change: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(RulesError) as refused:
        read(own_id, like, [change])
    assert said in str(refused.value)
    assert new_game.main([own_id, "--like", like, change]) == 1
    assert said in capsys.readouterr().err


def test_it_ends_by_saying_what_is_left(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder in ("src/nardy/games", "docs/culture"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / CATALOG).write_text((ROOT / CATALOG).read_text("utf-8"), "utf-8")
    made: list[str] = []
    monkeypatch.setattr(new_game, "ROOT", tmp_path)
    monkeypatch.setattr(new_game, "generate", made.append)
    assert new_game.main(["yard", "--like", "long-nardy", *YARD]) == 0
    assert made == ["yard"]
    assert (tmp_path / "src/nardy/games/yard.py").is_file()
    told = capsys.readouterr().out
    assert "nardy train yard --begin-with src/nardy/data/weights/long-nardy.npz" in told
    assert "plays with the network of long-nardy until then" in told
    little = read("little", "long-nardy", ["start=24:5"])
    assert "baseline, for no related game has a network" in left_to_do(little)
    assert "not played yet" in left_to_do(read("jacquet", "fevga", ["runner=6"]))


def test_no_page_of_culture_has_a_gap() -> None:
    pages = (ROOT / "docs" / "culture").glob("*.md")
    assert not [page.name for page in pages if UNFILLED in page.read_text("utf-8")]
