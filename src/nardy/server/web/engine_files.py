"""The engine for browsers as files: the compiled kernel, the games as numbers, and the networks.

They are beside the files of the page, at /engine. Networks are packed already and sent as they are.
"""

import gzip
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from nardy.analysis.cube_review import ALIKE, CLOSE, HOPELESS
from nardy.analysis.game_review import ERROR_BANDS, FEWEST
from nardy.analysis.grades import GRADES
from nardy.bots.neural import IN_MATCH
from nardy.core import acts
from nardy.core.choices import Leftovers
from nardy.core.game import opening_situation
from nardy.core.laws import LAWS, law_in_force
from nardy.core.options import rules_text
from nardy.core.outcome import size_points, sizes
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.core.situation import Phase
from nardy.core.text import situation_text
from nardy.data import weights_file
from nardy.errors import NardyError
from nardy.evaluation.cube.equity_made import table_for
from nardy.evaluation.network.compiled import uses_of
from nardy.evaluation.network.move_filter import HIDDEN, WIDTH
from nardy.evaluation.network.network import FACT_NUMBERS
from nardy.evaluation.network.related_games import network_game
from nardy.exact.bearoff import MOST_ROLLS, doubles_of, early_turns
from nardy.games import GAMES
from nardy.games.catalog import default_variant
from nardy.kernel import act_layout, features, forward, native, scoring
from nardy.kernel import layout as at
from nardy.kernel.act_arrays import SIZE_NAMES, cube_laws_row
from nardy.kernel.bearoff_rolls import CHOOSE, HOME
from nardy.kernel.cube_ladder import LEVELS as LEVELS_OF_CUBE
from nardy.kernel.single_laws import LAW_IDS
from nardy.render.labels import say
from nardy.render.rulebook import rulebook
from nardy.search import ladder
from nardy.search.ladder import BOUND, OVERSIGHT
from nardy.search.level import overlooked
from nardy.search.level_losses import losses, newcomer_level
from nardy.search.level_numbers import NUMBERS
from nardy.search.tables import WIDTHS, GameTables, Tables
from nardy.server.bots import levels
from nardy.server.games.opening_books import book_of
from nardy.server.games.related_games import related_game
from nardy.server.games.shown_games import scene_of
from nardy.server.turns.view import laws_of
from nardy.server.web.static_files import KINDS, File
from nardy.translations import LANGUAGES

FOLDER = "/engine"
WASM, ENTRIES = f"{FOLDER}/kernel.wasm", f"{FOLDER}/kernel.json"
GAMES_FILE, RULES_FILE = f"{FOLDER}/games.json", f"{FOLDER}/rules.json"
BOOK = ".book.json"
"""How the file of an opening book ends, behind the id of its game."""
WASM_KIND, NETWORK_KIND = "application/wasm", "application/octet-stream"


class EngineMissingError(NardyError):
    """The kernel for browsers was not built, or from other sources."""


def plays_in_browser(rules: Rules) -> bool:
    """Whether the browser's engine knows the game: there is a network for it."""
    return network_game(rules) is not None


@cache
def engine_files() -> Mapping[str, File]:
    """All files of the engine by name; none without a kernel that was built for browsers."""
    wasm, entries = native.LIBRARIES / "kernel.wasm.gz", native.LIBRARIES / "kernel.json"
    if not (wasm.exists() and entries.exists()):
        return {}
    networks = {network_name(rules): _network_file(rules) for rules in playable()}
    return {
        WASM: File.of(gzip.decompress(wasm.read_bytes()), WASM_KIND),
        ENTRIES: File.of(entries.read_bytes(), KINDS[".json"]),
        GAMES_FILE: _json(tables()),
        RULES_FILE: _json(rule_sheets()),
        **{f"{FOLDER}/{game}{BOOK}": _json(book) for game, book in books().items()},
        **dict(sorted(networks.items())),
        **{f"{FOLDER}/{_equities_name(rules)}": _json(_equities(rules)) for rules in playable()},
    }


def _json(content: Mapping[str, Any]) -> File:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return File.of(text.encode(), KINDS[".json"])


def _network_file(rules: Rules) -> File:
    content = _weights(rules).read_bytes()
    return File(content, content, NETWORK_KIND, hashlib.sha256(content).hexdigest()[:16])


def playable() -> list[Rules]:
    """The games that the browser's engine knows, without the cube."""
    known = (rules for rules in GAMES.values() if plays_in_browser(rules))
    return [rules.replace(cube_play=False) if rules.cube_play else rules for rules in known]


def network_name(rules: Rules) -> str:
    """The file with the network of a game, which may be a relative's."""
    return f"{FOLDER}/{_weights(rules).name}"


def _weights(rules: Rules) -> Any:
    known = network_game(rules)
    if known is None:
        raise EngineMissingError(f"expected a network for {rules.id}, got none; train one")
    return weights_file(known.id)


def tables() -> Mapping[str, Any]:
    """All that the engine knows of games, beside the compiled laws: numbers and words."""
    return {
        "sources": native.built_sources(),
        "sizes": {
            "places": at.PLACES,
            "mids": at.MIDS_SIZE,
            "facts": scoring.FACTS_SIZE,
            "move": at.MOVE_SIZE,
            "cells": forward.CELLS,
            "numbers": forward.NUMBERS,
            "pins": forward.PIN_CELLS,
            "dense": features.FEATURES_SIZE + FACT_NUMBERS,
            "features": features.FEATURES_SIZE,
            "unit": forward.UNIT,
            "weight_unit": forward.WEIGHT_UNIT,
            "filter": HIDDEN,
        },
        "filter": [WIDTH.most, WIDTH.margin],
        "widths": WIDTHS[:2],
        "levels": _levels(),
        "ladder": {"bound": BOUND, "oversight": OVERSIGHT, "styles": _styles()},
        "laws": LAW_IDS,
        "acts": _acts(),
        "grades": GRADES,
        "close": CLOSE,
        "error_levels": {"fewest": FEWEST, "bands": ERROR_BANDS, "last": "beginner"},
        "books": sorted(books()),
        "listed": [_listed(rules) for rules in playable()],
        "games": {rules.published.id: _game(rules) for rules in playable()},
    }


def _levels() -> dict[str, dict[str, int | str]]:
    """The club's levels that play by a network, also by their old names: bot, number and plies."""
    found = dict[str, dict[str, int | str]]()
    for name, spec in {**levels.BOT_LEVELS, **levels.OLD_LEVELS}.items():
        kind, _, how = spec.partition(":")
        if kind == levels.NETWORK:
            number = levels.number_of_level(name)
            plies = ladder.levels("")[number - 1].plies if number else int(how)
            found[name] = {"bot": spec, "number": number, "plies": plies}
    return found


def _styles() -> list[list[tuple[int, float]]]:
    """What each level of the ladder misjudges, if it overlooks as much as it can: columns and points."""
    return [overlooked(ladder.with_noise(number, 1.0)) for number in NUMBERS]


def _acts() -> dict[str, Any]:
    """Names and sizes for acts beside moves, and the bounds of reviewed cube decisions."""
    return {
        "names": act_layout.ACT_NAMES,
        "laws": act_layout.ACT_LAWS,
        "sizes": SIZE_NAMES,
        "state": act_layout.STATE_SIZE,
        "levels": LEVELS_OF_CUBE,
        "wide": [IN_MATCH.most, IN_MATCH.margin],
        "close": CLOSE,
        "alike": ALIKE,
        "hopeless": HOPELESS,
    }


def variants(rules: Rules) -> list[Rules]:
    """A playable game, and its variants with the cube: as published, and as single games have it."""
    published = rules.published
    if not published.cube_play:
        return [rules]
    return list(
        {rules_text(one): one for one in (rules, published, default_variant(published))}.values()
    )


def _equities_name(rules: Rules) -> str:
    return f"{rules.published.id}.equities.json"


def _equities(rules: Rules) -> dict[str, Any]:
    """The match equities of a game, with its cube if it has one."""
    table = table_for(rules.published)
    before, after = (array.round(7).ravel().tolist() for array in (table.before, table.after))
    return {"before": before, "after": after, "halves": int(table.unit == 0.5)}


def _game(rules: Rules) -> dict[str, Any]:
    game = GameTables.of(rules)
    start = Tables.begun(game, 1)
    network = network_game(rules)
    return {
        "laws": msgspec.to_builtins(laws_of(rules)),
        "rules": game.laws.tolist(),
        "stakes": game.stakes.tolist(),
        "points": game.points,
        "uses": uses_of(rules).tolist(),
        "dice": game.most_dice,
        "counted": rules.cascade_from - 1 if rules.counts_turns else 0,
        "races": _races(rules),
        "leaves": bool(rules.cascade_count) and rules.leftover is Leftovers.OPPONENT,
        "doubles": rules.published.cube_play,
        "checkers": rules.checkers,
        "basis": forward.make_basis(rules.checkers).ravel().tolist(),
        "start": start.boards[0].ravel().tolist(),
        "facts": start.facts[0].tolist(),
        "start_text": situation_text(opening_situation(rules)),
        "openings": _openings(rules),
        "sizes": {size: size_points(rules, size) for size in sizes(rules)},
        "titles": {size: rules.result_name(size) for size in sizes(rules)},
        "words": {law: law_in_force(law, rules).words for law in LAWS},
        "draws": {
            reason: {language: say(language, reason).rstrip(".") for language in LANGUAGES}
            for reason in ("void", "mothers")
        },
        "network": network_name(rules).removeprefix(f"{FOLDER}/"),
        "network_game": network.id if network else "",
        "noise": [ladder.level_of(rules, number).noise for number in NUMBERS],
        "cubes": {rules_text(one): cube_laws_row(one).tolist() for one in variants(rules)},
        "laws_of": {rules_text(one): msgspec.to_builtins(laws_of(one)) for one in variants(rules)},
        "begins": {
            "single": rules_text(rules),
            "match": rules_text(rules.published),
            "money": rules_text(rules.published) if rules.published.cube_play else None,
        },
        "equities": _equities_name(rules),
    }


def _listed(rules: Rules) -> dict[str, Any]:
    """The game as in /api/games: with what bots of each level lose, and the level for newcomers."""
    known = related_game(rules).published.id
    words = {"newcomer": newcomer_level(known), "lost": losses(rules.published.id)}
    scene = msgspec.to_builtins(scene_of(rules.published.id))
    return {**msgspec.to_builtins(laws_of(rules)), **words, "is_first": False, "scene": scene}


def rule_sheets() -> dict[str, dict[str, Any]]:
    """The rules of every game in prose: sections by game and language, as /api/rules answers."""
    return {
        rules.published.id: {language: _sheet(rules, language) for language in LANGUAGES}
        for rules in playable()
    }


def books() -> dict[str, Any]:
    """The opening books by game, as /api/books answers."""
    found = {rules.published.id: book_of(rules) for rules in playable()}
    return {game: msgspec.to_builtins(book) for game, book in found.items() if book is not None}


def _sheet(rules: Rules, language: str) -> list[dict[str, Any]]:
    return [
        {"title": section.title, "sentences": [sentence.text for sentence in section.sentences]}
        for section in rulebook(rules, language)
    ]


def _races(rules: Rules) -> dict[str, int | bool] | None:
    """What the engine needs to make the bear-off table of a game (exact/bearoff.py); null if it has none."""
    moves = doubles_of(rules)
    if moves is None:
        return None
    return {
        "moves": moves,
        "cascades": rules.cascade_count > 0,
        "early": early_turns(rules),
        "sides": int(CHOOSE[rules.checkers + HOME, HOME]),
        "rolls": MOST_ROLLS,
    }


def _openings(rules: Rules) -> dict[str, list[str]]:
    """The player who begins after each throw of two dice, and whether with these dice.

    Throws after which both throw again are left out.
    """
    found = dict[str, list[str]]()
    for white in range(1, 7):
        for black in range(1, 7):
            after = acts.open_game(opening_situation(rules), white, black)
            if after.phase is not Phase.OPENING:
                seat = "white" if after.to_act is Player.WHITE else "black"
                found[f"{white}{black}"] = [seat, after.phase.value]
    return found
