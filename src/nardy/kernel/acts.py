"""The cube, resignations and matches, compiled: the fast version of core/acts.py, cube_acts.py and match.py.

It runs in a browser, too, so that no law of the cube is written in JavaScript. Rows are those of
act_layout.py. Checkers are not seen here: an act that plays a turn is told how the turn ended.
"""

from nardy.kernel import act_layout as of
from nardy.kernel import layout as at
from nardy.kernel.bits import number
from nardy.kernel.jit import entry, jit
from nardy.kernel.layout import Bytes, Ints

# ---------------------------------------------------------------------------------- laws


@jit
def wrong_phase(state: Ints, phase: int) -> int:
    """The law that forbids an act of this phase now, or LEGAL: core/refusal.require_phase."""
    now = state[of.STATE_PHASE]
    if now == phase:
        return of.LEGAL
    if now == of.PHASE_OVER:
        return of.GAME_OVER
    if now == of.PHASE_ANSWER:
        return of.OFFER_OPEN
    if phase == of.PHASE_ANSWER:
        return of.NO_OFFER_LAW
    return of.ALREADY_ROLLED if now == of.PHASE_TURN else of.NOT_ROLLED


@jit
def exceeds_cap(cube_laws: Ints, value: int) -> bool:
    """Whether the cube would exceed the agreed cap."""
    return cube_laws[of.CUBE_CAP] > 0 and value > cube_laws[of.CUBE_CAP]


@jit
def holland_counts(cube_laws: Ints, state: Ints) -> bool:
    """Whether the Holland rule applies: `Situation.holland_counts`."""
    most = max(state[of.STATE_SCORE], state[of.STATE_SCORE + 1])
    after = state[of.STATE_LENGTH] > 0 and most >= 2 * (state[of.STATE_LENGTH] - 1)
    is_played = cube_laws[of.CUBE_PLAY] != 0 and cube_laws[of.CUBE_HOLLAND] != 0
    return is_played and after and state[of.STATE_IS_CRAWFORD] == 0


@jit
def cube_law(cube_laws: Ints, state: Ints) -> int:
    """The law that forbids the player to act a double, or LEGAL: core/cube_acts.cube_law."""
    fewest = min(state[of.STATE_TURNS], state[of.STATE_TURNS + 1])
    if cube_laws[of.CUBE_PLAY] == 0:
        return of.CUBE_OFF
    if state[of.STATE_IS_CRAWFORD]:
        return of.CRAWFORD
    if holland_counts(cube_laws, state) and fewest < of.HOLLAND_TURNS:
        return of.HOLLAND
    if state[of.STATE_OWNER] == 1 - state[of.STATE_TO_ACT]:
        return of.CUBE_ACCESS
    return of.CUBE_CAP_LAW if exceeds_cap(cube_laws, 2 * state[of.STATE_CUBE]) else of.LEGAL


@jit
def again_law(cube_laws: Ints, state: Ints, offer: int, allowed: int) -> int:
    """The law that forbids to answer *offer* by doubling again, or LEGAL."""
    if state[of.STATE_OFFER] != offer:
        return of.NO_OFFER_LAW
    if state[of.STATE_LENGTH] or cube_laws[allowed] == 0:
        return of.MONEY_ONLY
    # The offer doubles the present stake, and this answer doubles it again.
    return of.CUBE_CAP_LAW if exceeds_cap(cube_laws, 4 * state[of.STATE_CUBE]) else of.LEGAL


@jit
def answer_law(cube_laws: Ints, state: Ints, act: int) -> int:
    """The law that forbids an answer to an offer, or LEGAL."""
    law = wrong_phase(state, of.PHASE_ANSWER)
    if law != of.LEGAL:
        return law
    is_resignation = state[of.STATE_OFFER] >= of.OFFER_SIZES
    if is_resignation != (act in (of.AGREE, of.REFUSE)):
        return of.NO_OFFER_LAW
    if act == of.BEAVER:
        return again_law(cube_laws, state, number(of.OFFER_DOUBLE), number(of.CUBE_BEAVERS))
    if act == of.RACCOON:
        return again_law(cube_laws, state, number(of.OFFER_BEAVER), number(of.CUBE_RACCOONS))
    return of.LEGAL


@jit
def resignation_law(cube_laws: Ints, state: Ints, size: int) -> int:
    """The law that forbids to resign at this size, or LEGAL."""
    if state[of.STATE_PHASE] != of.PHASE_TURN:
        law = wrong_phase(state, of.PHASE_ROLL)
        if law != of.LEGAL:
            return law
    return of.LEGAL if cube_laws[of.CUBE_SIZES + size] else of.UNKNOWN


@jit
def is_match_over(state: Ints) -> bool:
    """Whether a player has reached the length."""
    most = max(score_now(state, of.WHITE), score_now(state, of.BLACK))
    return state[of.STATE_LENGTH] > 0 and most >= 2 * state[of.STATE_LENGTH]


@jit
def own_law(cube_laws: Ints, state: Ints, act: int) -> int:
    """The law that forbids a roll, a double or a turn, or LEGAL."""
    if act == of.PLAY:
        return wrong_phase(state, of.PHASE_TURN)
    if act == of.BOMB:
        return of.BOMB_ACCESS
    if act == of.ROLL and state[of.STATE_PHASE] == of.PHASE_OPENING:
        return of.LEGAL
    law = wrong_phase(state, of.PHASE_ROLL)
    return cube_law(cube_laws, state) if law == of.LEGAL and act == of.DOUBLE else law


@jit
def next_law(state: Ints) -> int:
    """The law that forbids the next game of a match, or LEGAL."""
    if state[of.STATE_PHASE] != of.PHASE_OVER:
        return of.NOT_ROLLED
    return of.GAME_OVER if is_match_over(state) or state[of.STATE_LENGTH] == 0 else of.LEGAL


@entry
def act_law(cube_laws: Ints, state: Ints, act: int) -> int:
    """The law that forbids the player to act this, as an index into ACT_LAWS, or LEGAL.

    The sizes of loss that the checkers still allow are told by `fill_losses`. The bomb has a twin in
    scoring.py.
    """
    if act < of.TAKE:
        return own_law(cube_laws, state, act)
    if act == of.NEXT:
        return next_law(state)
    if act >= of.RESIGN:
        return resignation_law(cube_laws, state, act - of.RESIGN)
    return answer_law(cube_laws, state, act)


@entry
def legal_acts(cube_laws: Ints, state: Ints) -> int:
    """The legal acts of the player to act as a mask: bit n is act n."""
    mask = number(0)
    for act in range(of.ACTS):
        if act_law(cube_laws, state, number(act)) == of.LEGAL:
            mask |= number(1) << act
    return mask


# -------------------------------------------------------------------------------- effects


@jit
def end_game(cube_laws: Ints, state: Ints, ending: int, winner: int, points: int) -> None:
    """End the game; half points of a win are a single's under the Jacoby rule."""
    if ending == of.ENDED_WON and is_jacoby(cube_laws, state):
        points = min(points, 2 * cube_laws[of.CUBE_SIZES])
    state[of.STATE_PHASE] = of.PHASE_OVER
    state[of.STATE_IS_ROLLED] = 0
    state[of.STATE_OFFER] = of.NO_OFFER
    state[of.STATE_ENDING] = ending
    state[of.STATE_WINNER] = winner
    state[of.STATE_POINTS] = points
    # The end is seen by the opponent of the player who acted last.
    state[of.STATE_TO_ACT] = 1 - state[of.STATE_TO_ACT]


@jit
def is_jacoby(cube_laws: Ints, state: Ints) -> bool:
    """Whether larger wins count as singles: `Situation.is_jacoby`."""
    is_played = cube_laws[of.CUBE_PLAY] != 0 and cube_laws[of.CUBE_JACOBY] != 0
    is_centered = state[of.STATE_OWNER] == of.NOBODY
    return is_played and is_centered and state[of.STATE_LENGTH] == 0


@jit
def score_now(state: Ints, seat: int) -> int:
    """The half points of a seat, with those of a game that has ended."""
    score = state[of.STATE_SCORE + seat]
    if state[of.STATE_ENDING] == of.ENDED_DRAW or state[of.STATE_WINNER] == seat:
        score += state[of.STATE_POINTS] * state[of.STATE_CUBE]
    return score


@jit
def offer(state: Ints, offered: int) -> None:
    """Hand an offer to the other player."""
    state[of.STATE_OFFER] = offered
    state[of.STATE_PHASE] = of.PHASE_ANSWER
    state[of.STATE_TO_ACT] = 1 - state[of.STATE_TO_ACT]


@jit
def take(state: Ints) -> None:
    """Play on for twice the stake; the doubler rolls."""
    player = state[of.STATE_TO_ACT]
    state[of.STATE_CUBE] *= 2
    # The doubler answers a beaver and is on roll; the cube keeps its owner.
    if state[of.STATE_OFFER] != of.OFFER_BEAVER:
        state[of.STATE_OWNER] = player
        state[of.STATE_TO_ACT] = 1 - player
    state[of.STATE_OFFER] = of.NO_OFFER
    state[of.STATE_PHASE] = of.PHASE_ROLL


@jit
def double_again(state: Ints, offered: int, owner: int) -> None:
    """Answer a double or a beaver by doubling once more."""
    state[of.STATE_CUBE] *= 2
    state[of.STATE_OWNER] = owner
    offer(state, offered)


@jit
def go_on(state: Ints) -> None:
    """Refuse a resignation: the game goes on where it was."""
    state[of.STATE_OFFER] = of.NO_OFFER
    is_rolled = state[of.STATE_IS_ROLLED]
    state[of.STATE_PHASE] = of.PHASE_TURN if is_rolled else of.PHASE_ROLL
    state[of.STATE_TO_ACT] = 1 - state[of.STATE_TO_ACT]


@jit
def open_game(cube_laws: Ints, state: Ints, white: int, black: int) -> None:
    """The opening roll; a tie is rolled again and may double the cube: core/acts.open_game."""
    if white == black:
        value = state[of.STATE_CUBE]
        is_money = cube_laws[of.CUBE_PLAY] != 0 and state[of.STATE_LENGTH] == 0
        automatic = is_money and value < number(1) << cube_laws[of.CUBE_AUTO_DOUBLES]
        if automatic and not exceeds_cap(cube_laws, 2 * value):
            state[of.STATE_CUBE] = 2 * value
        return
    state[of.STATE_TO_ACT] = of.WHITE if white > black else of.BLACK
    state[of.STATE_STARTER] = state[of.STATE_TO_ACT]
    state[of.STATE_IS_ROLLED] = cube_laws[of.CUBE_USES_OPENING]
    uses = cube_laws[of.CUBE_USES_OPENING] != 0
    state[of.STATE_PHASE] = of.PHASE_TURN if uses else of.PHASE_ROLL


@jit
def play(cube_laws: Ints, state: Ints, ending: int, points: int) -> None:
    """End a turn; *points* are half points before the cube, negative if the mover lost."""
    mover = state[of.STATE_TO_ACT]
    turns = of.STATE_TURNS + mover
    state[turns] = min(state[turns] + 1, of.HOLLAND_TURNS)
    if ending != of.GOES_ON:
        winner = number(of.NOBODY)
        if ending == of.ENDED_WON:
            winner = mover if points > 0 else 1 - mover
        end_game(cube_laws, state, ending, winner, abs(points))
        return
    state[of.STATE_IS_ROLLED] = 0
    state[of.STATE_PHASE] = of.PHASE_ROLL
    state[of.STATE_TO_ACT] = 1 - mover


@jit
def begin_next(cube_laws: Ints, state: Ints) -> None:
    """Begin the next game of a match: score, Crawford game, who starts (core/match.py)."""
    starter = number(of.NOBODY)
    if cube_laws[of.CUBE_STARTER] == of.STARTER_WON:
        starter = state[of.STATE_WINNER]
    if cube_laws[of.CUBE_STARTER] == of.STARTER_SECOND and state[of.STATE_STARTER] != of.NOBODY:
        starter = 1 - state[of.STATE_STARTER]
    white, black = score_now(state, of.WHITE), score_now(state, of.BLACK)
    state[of.STATE_GAME] += 1
    begin_game(cube_laws, state, starter, (white, black))


@jit
def begin_game(cube_laws: Ints, state: Ints, starter: int, score: tuple[int, int]) -> None:
    """Put the start of a game into the state; *score* are half points."""
    near = 2 * (state[of.STATE_LENGTH] - 1)
    is_one_away = (score[0] >= near) != (score[1] >= near)
    knows = cube_laws[of.CUBE_PLAY] != 0 and cube_laws[of.CUBE_CRAWFORD] != 0
    is_first = state[of.STATE_LENGTH] > 0 and state[of.STATE_HAD_CRAWFORD] == 0
    is_crawford = knows and is_one_away and is_first
    state[of.STATE_IS_CRAWFORD] = is_crawford
    # In a match that begins with a player one point away, that game was before.
    is_after = state[of.STATE_GAME] == 1 and max(score[0], score[1]) >= near
    if is_crawford or (knows and is_after):
        state[of.STATE_HAD_CRAWFORD] = 1
    state[of.STATE_SCORE], state[of.STATE_SCORE + 1] = score
    state[of.STATE_PHASE] = of.PHASE_OPENING if starter == of.NOBODY else of.PHASE_ROLL
    state[of.STATE_TO_ACT] = of.WHITE if starter == of.NOBODY else starter
    state[of.STATE_STARTER] = starter
    state[of.STATE_CUBE] = 1
    for column in (of.STATE_OWNER, of.STATE_WINNER, of.STATE_RESIGNED):
        state[column] = of.NOBODY
    for column in (of.STATE_OFFER, of.STATE_ENDING, of.STATE_POINTS, of.STATE_IS_ROLLED):
        state[column] = 0
    for seat in range(2):
        state[of.STATE_TURNS + seat] = 0


@jit
def do_own(cube_laws: Ints, state: Ints, act: int, told: tuple[int, int]) -> None:
    """Roll, double, or play a turn."""
    if act == of.DOUBLE:
        offer(state, number(of.OFFER_DOUBLE))
    elif act == of.PLAY:
        play(cube_laws, state, told[0], told[1])
    elif state[of.STATE_PHASE] == of.PHASE_OPENING:
        open_game(cube_laws, state, told[0], told[1])
    else:
        state[of.STATE_IS_ROLLED] = 1
        state[of.STATE_PHASE] = of.PHASE_TURN


@jit
def answer(cube_laws: Ints, state: Ints, act: int) -> None:
    """Answer an offer."""
    player, offered = state[of.STATE_TO_ACT], state[of.STATE_OFFER]
    if act == of.TAKE:
        take(state)
    elif act == of.REFUSE:
        go_on(state)
    elif act == of.BEAVER:
        double_again(state, number(of.OFFER_BEAVER), player)
    elif act == of.RACCOON:
        double_again(state, number(of.OFFER_RACCOON), 1 - player)
    elif act == of.PASS:
        points = 2 * cube_laws[of.CUBE_SIZES]
        end_game(cube_laws, state, number(of.ENDED_WON), 1 - player, points)
    else:
        size: int = offered - of.OFFER_SIZES
        end_game(
            cube_laws, state, number(of.ENDED_WON), player, 2 * cube_laws[of.CUBE_SIZES + size]
        )


@entry
def begin_match(cube_laws: Ints, length: int, state: Ints) -> None:
    """Fill the state before the opening roll of a match, or of a money game with *length* 0."""
    state[of.STATE_LENGTH] = length
    state[of.STATE_HAD_CRAWFORD] = 0
    state[of.STATE_GAME] = 1
    begin_game(cube_laws, state, number(of.NOBODY), (number(0), number(0)))


@entry
def do_act(cube_laws: Ints, state: Ints, act: int, told: tuple[int, int]) -> int:
    """Do an act, and return LEGAL; or the law that forbids it, and nothing changes.

    *told* are White's and Black's dice of an opening roll; of a turn how it ended, and half points
    before the cube, which are negative if the mover lost.
    """
    law = act_law(cube_laws, state, act)
    if law != of.LEGAL:
        return law
    if act != of.AGREE:
        state[of.STATE_RESIGNED] = act - of.RESIGN if act >= of.RESIGN else of.NOBODY
    if act == of.NEXT:
        begin_next(cube_laws, state)
    elif act >= of.RESIGN:
        offer(state, of.OFFER_SIZES + act - of.RESIGN)
    elif act >= of.TAKE:
        answer(cube_laws, state, act)
    else:
        do_own(cube_laws, state, act, told)
    return of.LEGAL


# -------------------------------------------------------------------------------- results


@entry
def fill_losses(cube_laws: Ints, state: Ints, boards: Bytes, losses: Ints) -> None:
    """Fill int64[2, SIZES]: half points that a resignation at each size costs now; 0 if it cannot come.

    `boards` int8[2, PLACES] are White's and Black's checkers (core/outcome.possible_sizes, points_lost).
    """
    for seat in range(2):
        far = False
        for place in range(19, at.PLACES):
            far = far or boards[seat, place] > 0
        for size in range(of.SIZES):
            points = 2 * cube_laws[of.CUBE_SIZES + size]
            # With a checker off only a single can be lost; what is not hit never comes back.
            if size != of.SINGLE and boards[seat, at.OFF]:
                points = 0
            if size == of.BACKGAMMON and cube_laws[of.CUBE_HITS] == 0 and not far:
                points = 0
            if is_jacoby(cube_laws, state):
                points = min(points, 2 * cube_laws[of.CUBE_SIZES])
            losses[seat, size] = points * state[of.STATE_CUBE]


@entry
def ended_size(cube_laws: Ints, state: Ints, boards: Bytes) -> int:
    """The size of a game that was won, from the loser's checkers: core/outcome.ended_as; NOBODY without a winner."""
    winner, points = state[of.STATE_WINNER], state[of.STATE_POINTS]
    if winner == of.NOBODY:
        return of.NOBODY
    if points <= 2 * cube_laws[of.CUBE_SIZES]:
        return of.SINGLE
    if state[of.STATE_RESIGNED] != of.NOBODY:
        return state[of.STATE_RESIGNED]
    far, home = False, True
    for place in range(7, at.PLACES):
        held = boards[1 - winner, place] > 0
        home = home and not held
        far = far or (held and place >= 19)
    size = number(of.GAMMON)
    if far and cube_laws[of.CUBE_SIZES + of.BACKGAMMON]:
        size = number(of.BACKGAMMON)
    elif home and cube_laws[of.CUBE_SIZES + of.HOME_MARS]:
        size = number(of.HOME_MARS)
    # A win by a pinned mother is a gammon, whatever else the checkers say.
    return size if points == 2 * cube_laws[of.CUBE_SIZES + size] else of.GAMMON


@entry
def match_score(state: Ints, score: Ints) -> int:
    """Fill int64[2] with half points of White and Black; return 1 if the match is over."""
    for seat in range(2):
        score[seat] = score_now(state, number(seat))
    return number(1) if is_match_over(state) else number(0)
