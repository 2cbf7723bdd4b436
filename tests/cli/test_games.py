import json
import re
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from tests.effort import each

from nardy.cli import nardy
from nardy.cli.games import (
    catalog_lines,
    game_lines,
    other_names,
    undescribed_lines,
    values_text,
)
from nardy.core.options import OPTIONS
from nardy.errors import UnknownGameError
from nardy.games import GAMES, UNDESCRIBED


def run(*arguments: str) -> Result:
    return CliRunner().invoke(nardy, ["games", *arguments])


def data(*arguments: str) -> dict[str, Any]:
    answer = run(*arguments, "--json")
    assert answer.exit_code == 0, answer.output
    return json.loads(answer.stdout)


def test_the_catalog_names_every_game_and_six_one() -> None:
    answer = run()
    assert answer.exit_code == 0
    starts = [line.split()[0] for line in answer.stdout.splitlines() if line and line[0] != " "]
    assert starts[:-1] == [*GAMES, "tavli", "six-one"]
    assert "named in a source, described in none [S0]" in answer.stdout


def test_the_catalog_for_programs() -> None:
    catalog = data()
    assert [game["id"] for game in catalog["games"]] == list(GAMES)
    assert [game["id"] for game in catalog["undescribed"]] == ["six-one"]
    presets = {game["id"]: game["presets"] for game in catalog["games"]}
    assert presets["long-nardy"]["draw"] == {"last_throw": "half"}


@each("language", ["en", "ru"])
@each("game", GAMES)
def test_a_game_fits_a_terminal_of_eighty_columns(game: str, language: str) -> None:
    answer = run(game, "--language", language)
    assert answer.exit_code == 0
    # An address cannot be broken, and stands alone on its line.
    lines = [line for line in answer.stdout.splitlines() if not re.fullmatch(r" +http\S+", line)]
    assert max(map(len, lines)) < 80


def test_a_game_is_told_with_sources_presets_and_options() -> None:
    told = run("narde@draw").stdout
    assert told.startswith("Long nardy (last_throw=half) — длинные нарды\n")
    assert "half a point each. [S0 4.3; S3]" in " ".join(told.split())
    assert "\n* last_throw      half              off half one\n" in told
    assert (
        "\n  GEO  The Georgian federation's rules of the long game,\n"
        "       http://geonardi.com/view.php?lang=en&cat=FEDERATION&view=rules&id=4,\n"
        "       read 2026-11\n"
    ) in told


def test_a_game_for_programs() -> None:
    game = data("long-nardy,koks=3", "--language", "ru")
    assert game["start"] == {"white": "24:15", "black": "24:15"}
    assert game["sections"][0]["title"] == "Доска и расстановка"
    assert game["options"]["koks"] == {"value": "3", "published": "off", "values": ["off", "3"]}
    assert set(game["options"]) == {
        name for name, option in OPTIONS.items() if option.stands(GAMES["long-nardy"])
    }
    assert "S3" in game["sources"]
    assert game["source_pages"]["GEO"]["address"].startswith("http://geonardi.com/")
    assert game["source_pages"]["S0"] == {"address": "", "date": "2011-10"}


def test_six_one_is_named_and_no_rules_are_invented() -> None:
    answer = run("шесть-один")
    assert answer.exit_code == 0
    told = " ".join(answer.stdout.split())
    assert "One source names six-one" in told
    assert "no description of its rules was found in any source, in four languages" in told
    russian = " ".join(run("шесть-один", "--language", "ru").stdout.split())
    assert "описания её правил не нашлось ни в одном источнике, на четырёх языках" in russian
    assert all('extends = "long-nardy"' in one for one in (told, russian))
    assert "sections" not in data("six-one")


def test_tavli_is_a_match_of_three_games() -> None:
    assert "in turn: portes, plakoto, fevga" in run("Tavli").stdout
    assert data("тавли") == {
        "id": "tavli",
        "aliases": ["τάβλι", "тавли"],
        "games": ["portes", "plakoto", "fevga"],
    }


def test_a_game_of_ones_own_is_told_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text('id = "six-one"\nextends = "fevga"\nrunner = 18\n', "utf-8")
    for arguments in (["--file", str(file)], ["six-one", "--file", str(file)]):
        assert "reached your 18 or less" in " ".join(run(*arguments).stdout.split())
    assert data("fevga", "--file", str(file))["options"]["runner"]["value"] == "11"


def test_an_unknown_game_is_refused_with_the_nearest() -> None:
    answer = run("fevgha")
    assert isinstance(answer.exception, UnknownGameError)
    assert "did you mean 'fevga'?" in str(answer.exception)


def test_long_lists_of_values_are_shortened() -> None:
    assert values_text(OPTIONS["runner"]) == "0 1 ... 24"
    assert values_text(OPTIONS["cube_cap"]) == "0 2 ... 4096"
    assert values_text(OPTIONS["last_throw"]) == "off half one"


def test_a_name_is_not_repeated_among_the_aliases() -> None:
    assert other_names(GAMES["nackgammon"]) == ["nack"]


def test_presets_stand_under_their_game() -> None:
    lines = catalog_lines([GAMES["tapa"]], [*UNDESCRIBED.values()], "ru")
    assert "               @clubs" in lines
    assert any("нигде не описан" in line for line in lines)


def test_russian_pages_have_no_english_sentences() -> None:
    told = [
        *undescribed_lines(UNDESCRIBED["six-one"], "ru"),
        *(line for rules in GAMES.values() for line in game_lines(rules, "ru")),
    ]
    assert not [line for line in told if re.search(" (?:the|of|rules|source) ", line)]


def test_nothing_is_marked_in_a_game_as_published() -> None:
    assert not any(line.startswith("*") for line in game_lines(GAMES["tapa"], "en"))
