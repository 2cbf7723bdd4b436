"""The numbers of a match for the compiled laws of the cube: columns of two rows, and acts by number.

- `cube_laws`  int64[CUBE_LAWS_SIZE]: what a game says of the cube, of matches and of resignations.
- `state`      int64[STATE_SIZE]: a match between two acts. Seats are absolute: 0 White, 1 Black.

Points are counted in halves, since a draw may score half a point.
"""

WHITE, BLACK = 0, 1
NOBODY = -1
"""Instead of a seat."""

# ---- cube_laws: the index of each law
CUBE_PLAY = 0
CUBE_CAP = 1
"""The largest value of the cube; 0 without a limit."""
CUBE_JACOBY = 2
CUBE_BEAVERS = 3
CUBE_RACCOONS = 4
CUBE_AUTO_DOUBLES = 5
CUBE_CRAWFORD = 6
CUBE_HOLLAND = 7
CUBE_USES_OPENING = 8
"""1 if the first turn is played with the dice of the opening."""
CUBE_STARTER = 9
"""Who begins the next game: one of the values below."""
CUBE_HITS = 10
"""1 if checkers can be hit."""
CUBE_DRAW = 11
"""Half points of each player for a draw; 0 for a void game."""
CUBE_SIZES = 12
"""Points of a single, a gammon, a backgammon and a home mars; 0 for a size that the game has not."""
SIZES = 4
SINGLE, GAMMON, BACKGAMMON, HOME_MARS = range(SIZES)
CUBE_LAWS_SIZE = CUBE_SIZES + SIZES

STARTER_ROLLS, STARTER_WON, STARTER_SECOND = range(3)

# ---- state: the columns
STATE_PHASE = 0
STATE_TO_ACT = 1
STATE_CUBE = 2
"""With an offer: the stake lost by passing."""
STATE_OWNER = 3
STATE_OFFER = 4
"""0 for none; a resignation is OFFER_SIZES and its size."""
STATE_LENGTH = 5
"""0 in a money game."""
STATE_SCORE = 6
"""Two columns: half points of White and Black at the start of this game."""
STATE_IS_CRAWFORD = 8
STATE_HAD_CRAWFORD = 9
"""1 once the Crawford game of the match was begun."""
STATE_TURNS = 10
"""Two columns: turns of White and Black in this game, up to HOLLAND_TURNS."""
STATE_IS_ROLLED = 12
STATE_ENDING = 13
STATE_WINNER = 14
STATE_POINTS = 15
"""Half points before the cube; of a draw those of each player."""
STATE_STARTER = 16
STATE_GAME = 17
"""The number of the game in the match, from 1."""
STATE_RESIGNED = 18
"""The size that the last act offered or accepted; NOBODY without one."""
STATE_SIZE = 19

HOLLAND_TURNS = 2
PHASE_OPENING, PHASE_ROLL, PHASE_TURN, PHASE_ANSWER, PHASE_OVER = range(5)
NO_OFFER, OFFER_DOUBLE, OFFER_BEAVER, OFFER_RACCOON, OFFER_SIZES = range(5)
GOES_ON, ENDED_WON, ENDED_DRAW, ENDED_VOID = range(4)

# ---- acts, in the order in which the club lists them
ACT_NAMES = (
    *("roll", "double", "bomb", "play", "take", "pass", "beaver", "raccoon"),
    *("accept", "refuse", "next"),
    *("resign:single", "resign:gammon", "resign:backgammon", "resign:home_mars"),
)
ROLL, DOUBLE, BOMB, PLAY, TAKE, PASS, BEAVER, RACCOON, AGREE, REFUSE, NEXT, RESIGN = range(12)
"""A resignation is RESIGN and its size."""
ACTS = len(ACT_NAMES)

# ---- laws that refuse an act
ACT_LAWS = (
    *("game-over", "offer-open", "already-rolled", "not-rolled", "no-offer", "cube-off"),
    *("crawford", "holland", "cube-access", "cube-cap", "money-only", "bomb-access", "unknown"),
)
"""The ids of core/laws.py; the last is a size of loss that the game has not."""
LEGAL = -1
(GAME_OVER, OFFER_OPEN, ALREADY_ROLLED, NOT_ROLLED, NO_OFFER_LAW, CUBE_OFF) = range(6)
(CRAWFORD, HOLLAND, CUBE_ACCESS, CUBE_CAP_LAW, MONEY_ONLY, BOMB_ACCESS, UNKNOWN) = range(6, 13)
