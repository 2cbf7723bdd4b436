import inspect
import re
from pathlib import Path

import pytest
from tests.effort import each

import nardy.server
from nardy import errors
from nardy.core.game import Game
from nardy.core.laws import LAWS
from nardy.errors import IllegalActError, NardyError, UnknownGameError
from nardy.games import BACKGAMMON
from nardy.server.errors import (
    CODES,
    RefusedError,
    StaleError,
    TooOftenError,
    UnfitNameError,
    code_of,
    says,
)
from nardy.server.names import name_of
from nardy.translations import texts

SERVER = Path(nardy.server.__file__).parent
SENTENCES = texts("ru", "refusals")


@each("law", LAWS)
def test_what_a_law_forbids_is_told_by_its_own_sentences(law: str) -> None:
    told = says(IllegalActError(law, "expected something else"))
    assert told == {"en": LAWS[law].english, "ru": LAWS[law].says("ru")}


def test_a_refusal_before_the_opening_roll_is_told_in_its_own_words() -> None:
    with pytest.raises(IllegalActError) as refused:
        Game(BACKGAMMON).offer_double()
    assert "розыгрыш первого хода" in says(refused.value)["ru"]


def test_other_refusals_have_a_code_with_a_sentence_in_russian() -> None:
    assert code_of(StaleError("expected version 3, got 2")) == "stale"
    assert code_of(UnknownGameError("expected a game, got 'chess'")) == "no-game"
    assert code_of(NardyError("expected something")) == "message"
    assert says(RefusedError("chat-long", "expected fewer words"))["en"] == "expected fewer words"
    assert says(RefusedError("chat-long", "expected fewer words"))["ru"].startswith("Слишком")
    assert set(CODES.values()) <= SENTENCES.keys()
    assert all(re.search("[а-я]", text) and text.endswith(".") for text in SENTENCES.values())


def test_a_refusal_tells_what_to_do_in_both_languages() -> None:
    told = says(TooOftenError("new games", 7))
    assert told["en"] == "expected fewer new games; try again in 7 s"
    assert told["ru"] == "Слишком много попыток; попробуйте снова через 7 с."
    with pytest.raises(UnfitNameError) as unfit:
        name_of(" ")
    assert code_of(unfit.value) == "name"


def test_every_code_that_the_club_uses_has_its_sentence() -> None:
    code = "\n".join(file.read_text("utf-8") for file in SERVER.rglob("*.py"))
    used = set(re.findall(r'RefusedError\(\s*"([\w-]+)"', code))
    assert used
    assert used <= SENTENCES.keys()
    # Imported names, such as those of types, are none of its kinds.
    own = (kind for kind in vars(errors).values() if inspect.isclass(kind))
    kinds = [kind for kind in own if kind.__module__ == errors.__name__]
    assert kinds
    assert all(issubclass(kind, NardyError) for kind in kinds)
