"""The levels of the club's bots.

No level has a limit of time: its strength is the same on every machine. The errors of beginner to expert
are in search/level.py. The page offers some of these levels (web/js/new_game/bot_levels.js), and a director
of a tournament others (web/js/tournaments/director_sheets.js).
The page begins with the level that suits a newcomer to the game: `newcomer_level` in search/level_losses.py.
"""

BOT_LEVELS = {
    "easy": "random",
    "beginner": "nardy:beginner",
    "steady": "baseline",
    "casual": "nardy:casual",
    "club": "nardy:club",
    "expert": "nardy:expert",
    "strong": "nardy:0",
    "strongest": "nardy:1",
}
"""Bot specs by level, roughly weakest first. `nardy:1` looks one turn ahead, as `nardy:master` does."""
NETWORK = "nardy"
"""The prefix of specs of bots that use a network."""
