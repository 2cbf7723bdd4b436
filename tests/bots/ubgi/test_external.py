"""Bots outside: our own two processes play, and whatever a bad one does costs it the game."""

import shlex
import sys
import time
from pathlib import Path

import pytest
from tests.bots.engines import BAD, OURS, engine
from tests.bots.playing import moments, play
from tests.moments import STD

from nardy.bots import load_bot
from nardy.bots.baseline.bot import BaselineBot
from nardy.bots.random_bot import RandomBot
from nardy.bots.ubgi.external import UbgiBot, forfeit
from nardy.bots.ubgi.process import ExternalBotError
from nardy.core import cube_acts
from nardy.core.dice import Roll
from nardy.core.game import Game
from nardy.core.player import Player
from nardy.core.situation import Phase, Situation
from nardy.errors import NotationError
from nardy.formats import position_text
from nardy.games import BACKGAMMON, GAMES, find_game

ROLLED = position_text.loads(f"backgammon w {STD} {STD} dice=31")
BEFORE = position_text.loads(f"backgammon w {STD} {STD}")
DOUBLED = cube_acts.offer_double(BEFORE)


@pytest.fixture(scope="module")
def baseline():
    """Our own engine in a process of its own."""
    bot = UbgiBot(f"{OURS} baseline")
    yield bot
    bot.close()


@pytest.mark.parametrize(
    "game", ["backgammon", "plakoto", "long-nardy,last_throw=half", "mad-gulbar", "nuclear"]
)
def test_our_engine_plays_what_its_bot_plays(game: str, baseline: UbgiBot) -> None:
    for situation in moments(find_game(game), RandomBot(1), seed=1, most=12):
        assert baseline.choose(situation)[0] == BaselineBot().choose(situation)[0]


@pytest.mark.thorough
def test_two_processes_of_ours_play_whole_games(baseline: UbgiBot) -> None:
    other = UbgiBot(f"{OURS} random", seed=5)
    for game in ("hypergammon", "tapa"):
        over = play(GAMES[game], baseline, other, seed=3)
        assert over.phase is Phase.OVER
    other.close()


def test_the_same_seed_plays_the_same_game() -> None:
    games = []
    for _ in range(2):
        bot = UbgiBot(f"{OURS} random", seed=5)
        games.append(play(GAMES["hypergammon"], bot, BaselineBot(), seed=3, most=30).events)
        bot.close()
    assert games[0] == games[1]


def test_its_acts_are_those_of_its_bot(baseline: UbgiBot) -> None:
    won = position_text.loads("backgammon w 1:2 18:8,17:7")
    for situation in (BEFORE, DOUBLED, won, cube_acts.offer_double(won)):
        assert baseline.choose_act(situation) == BaselineBot().choose_act(situation)
    assert baseline.choose_act(cube_acts.offer_double(won)) == "pass"


def test_nobody_is_asked_where_there_is_nothing_to_decide(tmp_path: Path) -> None:
    bot = UbgiBot(engine(tmp_path, BAD["dies"]))
    plain = Situation(rules=GAMES["long-nardy"], position=GAMES["long-nardy"].start)
    assert bot.choose_act(plain) == "roll"


@pytest.mark.parametrize("how", BAD)
def test_a_bad_answer_is_a_sentence_and_never_waited_for(how: str, tmp_path: Path) -> None:
    bot = UbgiBot(engine(tmp_path, BAD[how]), seconds=0.8)
    before = time.monotonic()
    with pytest.raises(ExternalBotError) as error:
        bot.choose_turn(ROLLED)
    assert time.monotonic() - before < 6
    sentence = str(error.value)
    assert sentence.startswith("expected")
    assert "\n" not in sentence
    assert "engine0.py" in sentence


@pytest.mark.parametrize("how", sorted(set(BAD) - {"doubles instead", "refuses", "is sorry"}))
def test_a_bad_act_is_one_too(how: str, tmp_path: Path) -> None:
    bot = UbgiBot(engine(tmp_path, BAD[how]), seconds=0.8)
    with pytest.raises(ExternalBotError):
        bot.choose_act(DOUBLED)


@pytest.mark.parametrize("how", ["refuses", "is sorry"])
def test_who_knows_nothing_of_the_cube_never_doubles_and_takes(how: str, tmp_path: Path) -> None:
    bot = UbgiBot(engine(tmp_path, BAD[how]))
    assert (bot.choose_act(BEFORE), bot.choose_act(DOUBLED)) == ("roll", "take")
    bot.close()


@pytest.mark.parametrize("greet", ["time.sleep(60)", "say('hello')", "sys.exit(1)"])
def test_who_does_not_greet_is_no_engine(greet: str, tmp_path: Path) -> None:
    bot = UbgiBot(engine(tmp_path, "pass", greet), seconds=0.8)
    with pytest.raises(ExternalBotError):
        bot.choose_turn(ROLLED)


def test_a_program_can_be_checked_before_it_is_asked(tmp_path: Path) -> None:
    UbgiBot(engine(tmp_path, BAD["dies"])).check()
    with pytest.raises(ExternalBotError, match="name its command line after 'ubgi:'"):
        UbgiBot("/no/such/engine").check()
    for greet in ("say('hello')", "sys.exit(1)"):
        mute = UbgiBot(engine(tmp_path, "pass", greet), seconds=0.8)
        with pytest.raises(ExternalBotError, match="answers 'ubgi' by 'ubgiok'"):
            mute.check()


def test_who_reads_gnu_ids_only_is_checked_for_its_games(tmp_path: Path) -> None:
    for greet in ("say('ubgiok')", "say('id positions xgid gnubgid'); say('ubgiok')"):
        bot = UbgiBot(engine(tmp_path, "pass", greet))
        bot.check([BACKGAMMON, GAMES["nackgammon"], find_game("longgammon,cube_play=off")])
        for game in ("long-nardy", "hypergammon", "portes", "backgammon,cascade_count=4"):
            with pytest.raises(ExternalBotError, match=f"GNU ids, got {game}; play") as error:
                bot.check([BACKGAMMON, find_game(game)])
            assert "engine" in str(error.value)
    UbgiBot(engine(tmp_path, "pass")).check(list(GAMES.values()))


def test_who_is_not_checked_is_not_asked_in_another_game_either(tmp_path: Path) -> None:
    bot = UbgiBot(engine(tmp_path, "say('bestmove 24/23')", "say('ubgiok')"))
    for game in ("long-nardy", "portes"):
        rules = GAMES[game]
        moment = Situation(rules=rules, position=rules.start, roll=Roll(3, 1))
        with pytest.raises(NotationError, match=f"GNU ids, got {game}"):
            bot.choose_turn(moment)


@pytest.mark.parametrize("turn", ["8-5 6-5", "8-5,6-5", "8 5 6 5", "8/5 6/5", "3-1: 8-5, 6-5"])
def test_the_signs_of_the_first_draft_are_understood(turn: str, tmp_path: Path) -> None:
    bot = UbgiBot(engine(tmp_path, f"say('bestmove {turn}')"))
    assert str(bot.choose_turn(ROLLED)) == "8/5 6/5"
    bot.close()


def test_an_answer_too_many_is_not_taken_for_the_next(tmp_path: Path) -> None:
    """An engine that cannot read a match id says so, and then answers 'go' as well."""
    answer = "say('error bad_argument position' if 'cube' in line else 'bestmove 8/5 6/5')"
    more = "say('error unsupported_feature go_role_cube') if 'cube' in line else None"
    bot = UbgiBot(engine(tmp_path, f"{answer}; {more}"))
    assert bot.choose_act(DOUBLED) == "take"
    time.sleep(0.2)  # what it says too much has come
    assert str(bot.choose_turn(ROLLED)) == "8/5 6/5"
    bot.close()


def test_after_an_error_it_is_started_again(tmp_path: Path) -> None:
    once = tmp_path / "once"
    answer = (
        f"import os\n        if os.path.exists({str(once)!r}): say('bestmove 8/5 6/5')\n"
        f"        else: open({str(once)!r}, 'w').close(); sys.exit(1)"
    )
    (tmp_path / "engines").mkdir()
    bot = UbgiBot(engine(tmp_path / "engines", answer))
    with pytest.raises(ExternalBotError):
        bot.choose_turn(ROLLED)
    assert str(bot.choose_turn(ROLLED)) == "8/5 6/5"
    bot.close()


def test_an_engine_that_reads_gnu_ids_only_is_told_piece_by_piece(tmp_path: Path) -> None:
    log = tmp_path / "log"
    answer = f"open({str(log)!r}, 'a').writelines(heard); say('bestmove 8/5 6/5')"
    (tmp_path / "engines").mkdir()
    command = engine(tmp_path / "engines", answer, 'heard = []; say("ubgiok")')
    path = Path(shlex.split(command)[1])
    listening = path.read_text("utf-8").replace(
        '    if word == "go"', '    heard.append(line)\n    if word == "go"'
    )
    path.write_text(listening, encoding="utf-8")
    bot = UbgiBot(command)
    bot.choose_turn(position_text.loads(f"backgammon b {STD} {STD} dice=31 cube=2w match=7:3-4"))
    bot.close()
    assert log.read_text("utf-8").splitlines() == [
        "ubgi",
        "newgame",
        "newsession type match length 7 crawford off",
        "setscore 3 4",
        "setcube value 2 owner p0",
        "setturn p1",
        "position gnubgid 4HPwATDgc/ABMA",
        "dice 3 1",
        "go role chequer",
    ]


def test_a_forfeit_is_a_loss_as_the_checkers_stand() -> None:
    game = Game(BACKGAMMON, seed=1)
    game.open(white=4, black=2)
    forfeit(game)
    assert game.outcome
    assert (game.outcome.winner, game.points) == (Player.BLACK, 1 * 1)
    cubeless = Game(GAMES["long-nardy"], seed=1)
    cubeless.open(white=4, black=2)
    forfeit(cubeless)
    assert cubeless.points == 2


def test_who_forfeits_at_a_double_passes_it() -> None:
    game = Game(BACKGAMMON, seed=1, situation=BEFORE)
    game.offer_double()
    forfeit(game)
    assert game.outcome
    assert (game.outcome.winner, game.points) == (Player.WHITE, 1)


def test_who_forfeits_at_a_resignation_only_plays_on() -> None:
    game = Game(BACKGAMMON, seed=1, situation=BEFORE)
    game.resign("single")
    forfeit(game)
    assert game.phase is Phase.ROLL


def test_it_is_found_by_its_name() -> None:
    bot = load_bot("ubgi:My Engine --fast")
    assert isinstance(bot, UbgiBot)
    assert (bot.command, bot.seconds) == ("My Engine --fast", 60)
    limited = load_bot("UBGI:2.5s:engine", seed=3)
    assert isinstance(limited, UbgiBot)
    assert (limited.command, limited.seconds, limited.seed) == ("engine", 2.5, 3)


def test_its_own_numbers_are_no_limit() -> None:
    bot = load_bot("ubgi:0s:engine")
    assert isinstance(bot, UbgiBot)
    assert bot.command == "0s:engine"
    assert sys.executable
