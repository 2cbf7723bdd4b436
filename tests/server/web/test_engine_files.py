"""What a browser gets of the engine: the kernel of these sources, the games as numbers, the networks."""

import gzip
import io
import json
from pathlib import Path

import numpy as np
import pytest
from litestar.testing import TestClient
from tests.effort import each

from nardy.core import acts
from nardy.core.choices import BombHits, Leftovers
from nardy.core.dice import Roll
from nardy.core.game import opening_situation
from nardy.core.options import rules_text
from nardy.core.outcome import size_points
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.situation import Phase
from nardy.data import weights_file
from nardy.evaluation.network.related_games import network_game
from nardy.evaluation.outcomes import outcomes_of
from nardy.games import GAMES
from nardy.kernel import native
from nardy.search import ladder
from nardy.search.level import overlooked
from nardy.server import create_app
from nardy.server.bots import levels
from nardy.server.web import engine_files as engine
from nardy.server.web.bundles import version
from nardy.server.web.engine_files import (
    NETWORK_KIND,
    WASM,
    WASM_KIND,
    books,
    engine_files,
    playable,
    rule_sheets,
    tables,
)
from nardy.translations import LANGUAGES

BUILD = "build it by `python -m nardy.kernel.build`"
GUNZIP = {"accept-encoding": "gzip"}
BUILT = json.loads((native.LIBRARIES / "kernel.json").read_text("utf-8"))
TABLES = tables()
WITH_CUBE = {"changed", "text", "stake", "has_cube"}
"""What a list of games says of the cube, and of money."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory):
    with TestClient(create_app(tmp_path_factory.mktemp("club") / "club.db")) as client:
        yield client


def test_the_kernel_for_browsers_is_that_of_these_sources() -> None:
    assert BUILT["sources"] == native.meaning_hash(), f"kernel.wasm is of other sources; {BUILD}"
    assert TABLES["sources"] == BUILT["sources"], BUILD


def test_the_kernel_is_a_module_that_asks_for_nothing() -> None:
    assert WASM in engine_files(), BUILD
    module = engine_files()[WASM]
    assert module.content.startswith(b"\0asm\1\0\0\0")
    assert module.kind == WASM_KIND == "application/wasm"
    for name in BUILT["entries"]:
        assert f"nardy_{name}".encode() in module.content, BUILD


@each("name", engine_files())
def test_every_file_is_sent_as_it_is(client: TestClient, name: str) -> None:
    file = engine_files()[name]
    answer = client.get(f"/web/{version()}{name}", headers=GUNZIP)
    assert answer.status_code == 200
    assert answer.headers["content-type"].partition(";")[0] == file.kind
    assert "immutable" in answer.headers["cache-control"]
    assert answer.content == file.content  # httpx has unpacked it, as a browser does
    assert client.get(f"/web/{version()}{name}", headers={"accept-encoding": ""}).content == (
        file.content
    )


def test_a_network_is_packed_once_and_says_nothing_of_gzip(client: TestClient) -> None:
    for name in (one for one in engine_files() if one.endswith(".npz")):
        answer = client.get(f"/web/{version()}{name}", headers=GUNZIP)
        assert "content-encoding" not in answer.headers, name
        assert answer.headers["content-type"] == NETWORK_KIND
        assert len(answer.content) == int(answer.headers["content-length"])
        with np.load(io.BytesIO(answer.content)) as weights:
            assert {"manifest", "weights"} <= {*weights.files}


def test_what_can_be_packed_is(client: TestClient) -> None:
    for name in (one for one in engine_files() if not one.endswith(".npz")):
        answer = client.get(f"/web/{version()}{name}", headers=GUNZIP)
        assert answer.headers["content-encoding"] == "gzip", name
        file = engine_files()[name]
        assert gzip.decompress(file.packed) == file.content
        assert len(file.packed) < len(file.content) / 2


def test_other_names_have_no_file_and_other_versions_none_of_today(client: TestClient) -> None:
    for name in ("/engine/nothing.npz", "/engine/../weights.py", "/engine/", "/kernel.wasm"):
        assert client.get(f"/web/{version()}{name}").status_code == 404
    assert client.get(f"/web/0123456789abcdef{WASM}").status_code == 404


def test_without_a_built_kernel_there_is_none_to_send(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "LIBRARIES", tmp_path)
    assert not engine_files.__wrapped__()


def test_the_games_are_those_with_a_network_and_so_all() -> None:
    here = {rules.published.id for rules in playable()}
    there = set(TABLES["games"])
    assert here == there == {one["id"] for one in TABLES["listed"]}
    assert here == {name for name, rules in GAMES.items() if network_game(rules)} == GAMES.keys()


def test_no_game_is_played_with_the_cube() -> None:
    assert not any(rules.cube_play for rules in playable())
    assert not any(" cube" in game["start_text"] for game in TABLES["games"].values())


@each("rules", playable())
def test_the_numbers_of_a_game_are_those_of_its_rules(rules: Rules) -> None:
    told = TABLES["games"][rules.published.id]
    assert told["points"] == outcomes_of(rules).points
    assert told["sizes"] == {size: size_points(rules, size) for size in told["sizes"]}
    assert [*told["sizes"].values()] == sorted(told["sizes"].values()), "the smallest first"
    assert told["sizes"].keys() == told["titles"].keys() <= told["laws"]["results"].keys()
    assert sum(told["start"][:26]) == sum(told["start"][26:]) == told["checkers"]
    assert weights_file(told["network_game"]).name == told["network"]
    assert f"/engine/{told['network']}" in engine_files()
    assert told["uses"] == [rules.bomb, rules.counts_turns, rules.bomb_hits is BombHits.BOTH]
    assert told["dice"] == max(4, *(len(rules.dice_list(Roll(n, n)).numbers) for n in range(1, 7)))
    # At the start, which is before the first turn, the counts are told where a law asks for them.
    assert (told["counted"] > 0) == (" turns=0-0" in told["start_text"])
    assert told["leaves"] == (rules.cascade_count > 0 and rules.leftover is Leftovers.OPPONENT)
    known = network_game(rules)
    assert known
    # The engine has no table from the outcomes of one game to those of another.
    assert outcomes_of(known).points == told["points"]


@each("rules", playable())
def test_a_game_opens_as_in_the_rule_book(rules: Rules) -> None:
    told = TABLES["games"][rules.published.id]["openings"]
    for white in range(1, 7):
        for black in range(1, 7):
            after = acts.open_game(opening_situation(rules), white, black)
            expected = (
                None
                if after.phase is Phase.OPENING
                else [after.to_act.value, "turn" if after.roll else "roll"]
            )
            assert told.get(f"{white}{black}") == expected, (white, black)
    assert len(told) == 30


def test_the_levels_of_the_engine_are_those_of_the_club() -> None:
    known = {**levels.BOT_LEVELS, **levels.OLD_LEVELS}
    told = TABLES["levels"]
    assert {*told} == {name for name, spec in known.items() if spec.startswith(levels.NETWORK)}
    for name, one in told.items():
        number = levels.number_of_level(name)
        plies = ladder.levels("backgammon")[number - 1].plies if number else 0
        assert one == {"bot": known[name], "number": number, "plies": plies}
    assert told["strongest"]["number"] == 8


@each("game", TABLES["games"])
def test_a_level_of_the_engine_errs_as_that_of_the_club(game: str) -> None:
    told, noises = TABLES["ladder"], TABLES["games"][game]["noise"]
    for level, noise, style in zip(ladder.levels(game), noises, told["styles"], strict=True):
        assert (noise, told["bound"] * noise) == (level.noise, level.most)
        share = min(1.0, told["oversight"] * noise)
        expected = [(column, pytest.approx(share * cost)) for column, cost in style]
        assert overlooked(level) == expected


def test_rules_and_words_are_there_in_every_language() -> None:
    for name, sheets in rule_sheets().items():
        assert {*sheets} == {*LANGUAGES}, name
        assert all(section["sentences"] for sheet in sheets.values() for section in sheet), name
    for game in TABLES["games"].values():
        assert {"void", "mothers"} == {*game["draws"]}
        for words in (*game["draws"].values(), *game["words"].values()):
            assert {*LANGUAGES} <= {*words}


def test_the_rules_are_those_that_the_club_answers(client: TestClient) -> None:
    sheets = rule_sheets()
    for rules in playable():
        for language, sheet in sheets[rules.published.id].items():
            there = client.get(f"/api/rules/{rules_text(rules)}?language={language}").json()
            assert sheet == there, (rules, language)


def test_the_opening_books_are_those_that_the_club_answers(client: TestClient) -> None:
    assert TABLES["books"] == sorted(books())
    for game, book in books().items():
        assert client.get(f"/api/books/{game}").json() == book
        assert json.loads(engine.engine_files()[f"/engine/{game}.book.json"].content) == book


def test_but_for_the_cube_the_list_of_games_is_the_clubs(client: TestClient) -> None:
    there = {game["id"]: game for game in client.get("/api/games").json()}
    for game in TABLES["listed"]:
        told = there[game["id"]]
        assert {key for key in told if game[key] != told[key]} <= WITH_CUBE, game["id"]
        assert game.keys() == told.keys()


def test_a_game_without_a_network_is_an_error_with_a_way_out() -> None:
    strange = GAMES["backgammon"].replace(id="strange", start=Position.of({24: 7}))
    with pytest.raises(engine.EngineMissingError, match="train one"):
        engine.network_name(strange)
