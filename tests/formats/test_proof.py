import json
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nardy.core.player import Player
from nardy.core.provable import Secret, chain
from nardy.errors import NotationError
from nardy.formats import proof
from nardy.formats.proof import Proof, ProofCheck, Throw

WHITE, BLACK = chain(b"white", 30), chain(b"black", 30)


def honest(throws: int = 12, *, lost: int = 5, bot: bool = False) -> Proof:
    """A proof as an honest server makes it; every *lost*-th link of White's is missing."""
    secret = Secret("k3Jd_9-xQ", bytes(range(32)), (WHITE[0], b"" if bot else BLACK[0]))
    made: list[Throw] = []
    for number in range(1, throws + 1):
        links = (None if number % lost == 0 else WHITE[number], None if bot else BLACK[number])
        dice = secret.throw(number, dict(zip(Player, links, strict=True)))
        kind = "rolled-off" if number == 1 else "rolled"
        made.append(Throw(number, kind, dice if number == 1 else (max(dice), min(dice)), links))
    return Proof(secret.room, secret.commitment, secret.tips, tuple(made), secret.seed)


def test_an_honest_proof_stands() -> None:
    assert proof.check(honest()) == ProofCheck(12, 2, 0)
    assert proof.check(honest(bot=True)) == ProofCheck(12, 2, 1)
    assert proof.check(honest(0)) == ProofCheck(0, 0, 0)


def test_a_proof_is_read_back_as_it_was_written() -> None:
    file = StringIO()
    proof.dump(honest(bot=True), file)
    file.seek(0)
    assert proof.load(file) == honest(bot=True)
    assert proof.loads(proof.dumps(honest())) == honest()


def test_before_the_end_there_is_no_seed_and_nothing_to_check() -> None:
    running = json.loads(proof.dumps(honest())) | {"seed": None}
    with pytest.raises(NotationError, match="when the game is over"):
        proof.check(proof.loads(json.dumps(running)))


@given(st.data())
def test_one_changed_byte_anywhere_is_found(data) -> None:
    text = json.dumps(json.loads(proof.dumps(honest(4, lost=3))), separators=(",", ":"))
    at = data.draw(st.integers(0, len(text) - 1))
    sign = data.draw(st.sampled_from([s for s in '0123456789abcdef"{}[]:,nx' if s != text[at]]))
    with pytest.raises(NotationError):
        proof.check(proof.loads(text[:at] + sign + text[at + 1 :]))


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "null", "[" * 100_000, '{"format":"x"}', "\ud800"]
)
def test_what_is_no_proof_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected a proof of dice"):
        proof.loads(text)


def test_a_throw_that_was_left_out_is_found() -> None:
    throws = honest().throws
    for some in (throws[1:], throws[:3] + throws[4:], (throws[0], *throws)):
        with pytest.raises(NotationError, match="expected throw"):
            proof.check(Proof(**{**vars(honest()), "throws": some}))
