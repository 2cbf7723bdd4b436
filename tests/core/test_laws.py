"""Every law by its id: what breaks it, through the judge, a game and a match."""

import re
from collections.abc import Callable
from functools import partial

import pytest
from tests.effort import each
from tests.moments import HEAD, STD, game_at, moment

from nardy.core.events import Resigned
from nardy.core.game import Game
from nardy.core.judge import judge
from nardy.core.laws import LAWS, NOT_OPENED, law_in_force
from nardy.core.legal_acts import legal_acts
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.core.situation import Phase
from nardy.core.sources import SOURCES
from nardy.errors import IllegalActError, IllegalError, IllegalTurnError, NardyError
from nardy.games import BACKGAMMON, PORTES, find_game

BACK = f"backgammon w {STD} {STD}"

# law, position, dice, the turn that breaks it
TURNS = [
    ("game-over", "backgammon w off:15 24:1,3:14 result=w3", (), "6/5"),
    ("game-over", "backgammon w 6:1 24:2,13:13", (6, 5), "6/off 5/off"),
    ("game-over", "sudden-death w 8:2,6:13 20:1,13:14", (3, 1), "8/5* 6/5"),
    ("game-over", "sudden-death w 8:2,6:13 20:1,13:14", (3, 3), "8/5* 8/5"),
    ("not-rolled", BACK, (), "8/5 6/5"),
    ("offer-open", BACK + " offer=double", (), "8/5 6/5"),
    ("offer-open", BACK + " dice=31 offer=single", (), "8/5 6/5"),
    ("not-yours", BACK, (3, 1), "12/9 6/5"),
    ("not-yours", "long-nardy w 24:14,20:1 24:14,20:1", (3, 1), "12/9 20/19"),
    ("no-checker", BACK, (3, 1), "7/4 6/5"),
    ("no-checker", BACK, (3, 1), "bar/22 6/5"),
    ("pinned", "plakoto w 24:13,20:1,10:p 24:13,20:1,15:1", (3, 1), "10/7 20/19"),
    ("bar-first", f"backgammon w bar:1,24:1,13:5,8:3,6:5 {STD}", (3, 1), "8/5 6/5"),
    ("wrong-die", BACK, (3, 1), "13/7"),
    ("wrong-die", BACK, (3, 1), "8/5 6/3"),
    ("wrong-die", BACK, (3, 3), "8/7 8/5(3)"),
    ("cascade-order", "mad-gulbar w 24:12,14:3 24:12,15:3", (5, 5), "24/18 24/19"),
    ("cascade-order", "mad-gulbar w 24:12,14:3 24:12,15:3 left=566", (), "24/18 24/19"),
    ("head", "long-nardy w 24:14,21:1 24:14,21:1", (2, 1), "24/22 24/23"),
    ("head", f"long-nardy w {HEAD} {HEAD}", (5, 5), "24/19 24/19"),
    ("runner", f"fevga w 24:14,21:1 {HEAD}", (2, 1), "24/22 21/20"),
    ("not-home", "backgammon w 8:1,6:14 24:2,13:13", (6, 5), "6/off 6/1"),
    ("not-home", "plakoto,pinned_bearoff=forbid w 6:2,4:p,3:1 21:1,5:10", (6, 3), "6/off 6/3"),
    ("bear-off", "backgammon w 6:2,5:2 24:2,13:13", (6, 1), "5/off 6/5"),
    ("closed-point", BACK, (5, 1), "24/19 6/5"),
    ("closed-point", BACK, (5, 5), "24/19 13/8(3)"),
    ("closed-point", f"long-nardy w {HEAD} 24:14,6:1", (6, 1), "24/18 18/17"),
    ("closed-point", "plakoto w 10:14,7:1 24:2,5:13", (6, 5), "7/1 10/5"),
    ("hitter-moved", "portes w 8:1,6:14 22:1,13:14", (5, 2), "8/3* 3/1"),
    ("hide", "caucasian w 8:1,6:10,1:4 22:1,13:14", (5, 2), "8/3* 3/1"),
    ("hitter-off", "caucasian@strict w 6:1,2:1 22:1,13:14", (4, 3), "6/3* 3/off"),
    ("hitter-off", "caucasian w 6:1,2:1 22:1,13:14", (4, 3), "6/3* 3/off"),
    ("prime", f"long-nardy w 24:9,19:1,18:1,17:1,16:1,15:1,5:1 {HEAD}", (4, 1), "24/20 5/4"),
    ("prime", f"long-nardy@run w 24:9,19:1,18:1,17:1,16:1,15:1,5:1 {HEAD}", (4, 1), "24/20 5/4"),
    ("quarter", "fevga w 24:9,23:1,22:1,21:1,20:1,5:2 24:14,5:1", (5, 1), "24/19 5/4"),
    ("quarter", "moultezim w 13:9,11:1,10:1,9:1,8:1,5:2 24:14,2:1", (6, 1), "13/7 5/4"),
    ("release", f"fevga w 14:6,11:2,10:2,9:2,8:2,7:1 {HEAD}", (5, 1), "11/6 14/13"),
    ("longest-play", BACK, (3, 1), "8/5"),
    ("longest-play", BACK, (3, 1), "(no move)"),
    ("larger-die", "backgammon w 18:1 18:2", (6, 5), "18/13"),
]


def sentence(law: str, rules: Rules) -> str:
    """What the law says under these rules, wherever in a reason it stands."""
    return law_in_force(law, rules).english.rstrip(".").casefold()


def turn_id(case: tuple) -> str:
    return f"{case[0]}: {case[3]}"


@each("case", TURNS)
def test_the_judge_names_the_law_that_a_turn_breaks(case: tuple) -> None:
    law, position, dice, turn = case
    here = moment(position, *dice)
    verdict = judge(here, turn)
    assert verdict.law == law
    assert not verdict.is_legal
    assert sentence(law, here.rules) in verdict.reason.casefold()
    assert verdict.turn is None
    assert verdict.final is None


@each("case", TURNS)
def test_a_game_refuses_it_with_the_same_law(case: tuple) -> None:
    law, position, dice, turn = case
    game = game_at(position, *dice)
    before = game.situation
    with pytest.raises(IllegalTurnError) as caught:
        game.play(turn)
    assert caught.value.law == law
    assert game.situation is before
    assert len(game.events) == 1


# ------------------------------------------------------------------------------ other acts

CRAWFORD = f"backgammon w {STD} {STD} match=5:4-3 crawford"
HOLLAND = f"backgammon,holland=on w {STD} {STD} match=5:4-4 turns=1-1"
Act = Callable[[Game], object]


# law, the game before, the act that breaks it
ACTS: list[tuple[str, str, Act]] = [
    ("game-over", "backgammon w off:15 24:1,3:14 result=w3", Game.roll),
    ("game-over", "backgammon w off:15 24:1,3:14 result=w3", Game.offer_double),
    ("game-over", "backgammon w off:15 24:1,3:14 result=w3", Game.resign),
    ("game-over", "backgammon w off:15 24:1,3:14 result=w3", Game.take),
    ("game-over", "backgammon w off:15 24:1,3:14 result=w3", Game.draft),
    ("not-rolled", BACK, Game.draft),
    ("not-rolled", BACK + " opening", Game.offer_double),
    ("not-rolled", BACK + " opening", Game.resign),
    ("not-yours", BACK, lambda game: game.roll(player=Player.BLACK)),
    ("not-yours", BACK, lambda game: game.offer_double(player=Player.BLACK)),
    ("not-yours", BACK + " dice=31", lambda game: game.play("8/5 6/5", player=Player.BLACK)),
    ("not-yours", BACK + " dice=31", lambda game: game.resign(player=Player.BLACK)),
    ("not-yours", BACK + " offer=double", lambda game: game.take(player=Player.BLACK)),
    ("not-yours", BACK + " offer=double", lambda game: game.pass_double(player=Player.BLACK)),
    ("not-yours", BACK + " offer=single", lambda game: game.agree(player=Player.BLACK)),
    ("not-yours", f"nuclear w {STD} {STD}", lambda game: game.explode(player=Player.BLACK)),
    ("already-rolled", BACK + " dice=31", Game.roll),
    ("already-rolled", BACK + " dice=31", Game.open),
    ("already-rolled", BACK + " dice=31", Game.offer_double),
    ("already-rolled", f"nuclear w {STD} {STD} dice=31", Game.explode),
    ("offer-open", BACK + " offer=double", Game.roll),
    ("offer-open", BACK + " offer=double", Game.offer_double),
    ("offer-open", BACK + " offer=double", Game.resign),
    ("offer-open", BACK + " dice=31 offer=single", Game.draft),
    ("no-offer", BACK, Game.take),
    ("no-offer", BACK, Game.pass_double),
    ("no-offer", BACK, Game.agree),
    ("no-offer", BACK + " dice=31", Game.refuse),
    ("no-offer", BACK + " dice=31", Game.beaver),
    ("no-offer", BACK + " offer=single", Game.take),
    ("no-offer", BACK + " offer=single", Game.pass_double),
    ("no-offer", BACK + " offer=double", Game.agree),
    ("no-offer", BACK + " offer=double", Game.refuse),
    ("no-offer", BACK + " offer=double", Game.raccoon),
    ("no-offer", BACK + " cube=2b offer=beaver", Game.beaver),
    ("cube-off", f"portes w {STD} {STD}", Game.offer_double),
    ("cube-off", f"backgammon,cube_play=off w {STD} {STD}", Game.offer_double),
    ("cube-access", BACK + " cube=2b", Game.offer_double),
    ("cube-cap", f"backgammon,cube_cap=2 w {STD} {STD} cube=2w", Game.offer_double),
    ("cube-cap", f"backgammon,cube_cap=2 w {STD} {STD} offer=double", Game.beaver),
    ("crawford", CRAWFORD, Game.offer_double),
    ("holland", HOLLAND, Game.offer_double),
    ("holland", HOLLAND.replace("1-1", "2-1"), Game.offer_double),
    ("money-only", BACK + " offer=double match=5:0-0", Game.beaver),
    ("money-only", f"backgammon,beavers=off w {STD} {STD} offer=double", Game.beaver),
    ("money-only", BACK + " cube=2b offer=beaver", Game.raccoon),
    ("bomb-access", BACK, Game.explode),
    ("bomb-access", f"nuclear w {STD} {STD} bomb=b", Game.explode),
]


@each("case", ACTS)
def test_a_game_refuses_other_acts_by_their_laws(case: tuple[str, str, Act]) -> None:
    law, position, act = case
    game = game_at(position)
    before = game.situation
    with pytest.raises(IllegalActError) as caught:
        act(game)
    assert caught.value.law == law
    is_opening = game.phase is Phase.OPENING
    told = LAWS[law] if not is_opening else NOT_OPENED
    assert told.english.rstrip(".").casefold() in str(caught.value).casefold()
    assert caught.value.words == told.words
    assert game.situation is before
    assert len(game.events) == 1


def test_the_holland_rule_speaks_of_no_crawford_game_where_there_is_none() -> None:
    game = game_at(HOLLAND.replace("holland=on", "crawford=off,holland=on"))
    with pytest.raises(IllegalActError, match="once a player is one point from winning") as caught:
        game.offer_double()
    assert caught.value.law == "holland"
    words = caught.value.words or {}
    assert words["ru"].startswith("Когда кому-то до победы в матче")
    assert "Crawford" not in words["en"]


def test_a_draft_with_moves_must_be_finished_or_taken_back() -> None:
    game = game_at(BACK, 3, 1)
    draft = game.draft()
    draft.move(8, 5)
    for act in (game.draft, partial(game.play, "8/5 6/5")):
        with pytest.raises(IllegalError) as caught:
            act()
        assert caught.value.law == "draft-open"
    draft.undo()
    assert str(game.play("8/5 6/5")) == "8/5 6/5"


def test_a_refused_resignation_may_only_be_followed_by_a_larger_one() -> None:
    game = game_at(BACK, 3, 1)
    for act in ("resign:gammon", "refuse"):
        game.do(act)
    for small in ("resign:single", "resign:gammon"):
        assert small not in legal_acts(game.situation, resigned=game.resigned)
        with pytest.raises(IllegalActError) as caught:
            game.do(small)
        assert caught.value.law == "resigned"
    # Older logs have such offers, and records of other programs.
    old = Game.from_events([*game.events, Resigned("white", "single")], find_game)
    assert old.phase is Phase.ANSWER
    for act in ("resign:backgammon", "refuse"):
        game.do(act)
    assert legal_acts(game.situation, resigned=game.resigned) == ("play",)
    game.play("8/5 6/5")
    assert "resign:single" in legal_acts(game.situation, resigned=game.resigned)


def test_a_match_refuses_a_game_too_many() -> None:
    match = Match(BACKGAMMON, length=1, seed=3)
    with pytest.raises(NardyError):
        match.next_game()
    match.game.open(3, 1)
    match.game.resign()
    match.game.agree()
    assert match.is_over
    with pytest.raises(IllegalActError, match="over") as caught:
        match.next_game()
    assert caught.value.law == "game-over"


def test_every_law_is_reached() -> None:
    reached = {law for law, *_ in TURNS} | {law for law, *_ in ACTS} | {"draft-open", "resigned"}
    assert reached == set(LAWS)


# -------------------------------------------------------------------------------- the list

OF_TURNS = [
    "game-over",
    "not-rolled",
    "not-yours",
    "no-checker",
    "pinned",
    "bar-first",
    "wrong-die",
    "cascade-order",
    "head",
    "runner",
    "not-home",
    "bear-off",
    "closed-point",
    "hitter-moved",
    "hide",
    "hitter-off",
    "prime",
    "quarter",
    "release",
    "longest-play",
    "larger-die",
]
OF_OTHER_ACTS = [
    "already-rolled",
    "draft-open",
    "offer-open",
    "no-offer",
    "resigned",
    "cube-off",
    "cube-access",
    "cube-cap",
    "crawford",
    "holland",
    "money-only",
    "bomb-access",
]


def test_the_list_is_closed_and_in_its_order() -> None:
    assert list(LAWS) == OF_TURNS + OF_OTHER_ACTS


@each("law", LAWS.values())
def test_each_law_speaks_two_languages_and_names_its_source(law: object) -> None:
    assert re.fullmatch(r"[A-Z][^.]{20,}\.", law.english)
    assert re.search("[а-яё]", law.says("ru"))
    assert law.says("ru").endswith(".")
    assert {tag.split()[0] for tag in re.split(r"; ", law.source)} <= set(SOURCES)


# ----------------------------------------------------------- several broken: which is named


@each(
    ("position", "dice", "turn", "law"),
    [
        # The law of the first move that fails.
        (BACK, (3, 1), "8/5 7/6", "no-checker"),
        (BACK, (3, 1), "7/6 13/2", "no-checker"),
        (BACK, (5, 1), "24/19 13/7", "closed-point"),
        # A joined word, in the order of dice that gets furthest.
        (BACK, (6, 1), "24/17", "closed-point"),
        (BACK, (5, 5), "24/14", "closed-point"),
        # A law of moves goes before formations, formations before the longest play.
        ("fevga w 24:9,23:1,22:1,21:1,20:1,5:2 24:14,5:1", (5, 1), "24/19", "quarter"),
        (f"long-nardy w 24:9,19:1,18:1,17:1,16:1,15:1,5:1 {HEAD}", (4, 1), "24/20", "prime"),
        ("backgammon w bar:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5", (6, 1), "bar/19", "closed-point"),
    ],
)
def test_the_law_that_is_named(position: str, dice: tuple, turn: str, law: str) -> None:
    assert judge(moment(position, *dice), turn).law == law


def test_presets_carry_their_laws() -> None:
    assert find_game("caucasian@strict").home_hit == "no_hide_no_off"
    assert PORTES.home_hit == "no_move"
