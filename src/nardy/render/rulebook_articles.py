"""All articles of the rule book: condition, sources, place in a game's one line.

Their text is in locale/*/laws.json.
"""

from collections.abc import Mapping

from nardy.core.choices import Contact, Prime
from nardy.core.laws import FORWARD, LAWS, NO_CRAWFORD, PRIMES
from nardy.core.rules import Rules
from nardy.render.rulebook_words import (
    Article,
    Holds,
    always,
    checks_formations,
    has_beavers,
    has_raccoons,
    hit_checkers_return,
    money_laws,
    starts_alike,
    starts_on_one_point,
    uses_bar,
    when,
)

BOARD = (
    Article("book.board", always, "S0 text 5; S2; S3; S4"),
    Article("book.start.one_point", starts_on_one_point, "{source}"),
    Article(
        "book.start.points",
        lambda rules: starts_alike(rules) and not starts_on_one_point(rules),
        "{source}",
    ),
    Article("book.start.different", lambda rules: not starts_alike(rules), "{source}"),
    Article("book.start.pips", starts_alike, "{source}"),
)

STARTER = (
    Article("book.roll_off", always, "S0; S1; S2; S3; S4"),
    Article("book.opening=use", when(opening="use"), "S1; S4; MS"),
    Article("book.opening=reroll", when(opening="reroll"), "S0; S3; BK"),
    Article("book.next_starter=opening_roll", when(next_starter="opening_roll"), "S1; S4; MS"),
    Article(
        "book.next_starter=previous_winner",
        when(next_starter="previous_winner"),
        "S0 texts 2 and 5; BK",
    ),
    Article("book.next_starter=previous_second", when(next_starter="previous_second"), "S0 1.4"),
)

DIRECTION = (
    Article(FORWARD.key, always, FORWARD.source),
    Article("book.direction=contrary", when(direction="contrary"), "S1; S2; S4"),
    Article("book.direction=parallel", when(direction="parallel"), "S0 1.1; S3; GEO; BK"),
)

TURN = (
    Article("book.roll", always, "S0 3.1, 3.2; S1; S2; S3; S4"),
    Article("book.cascade_count=0", when(cascade_count=0), "S0 3.3; S1; S2; S3; S4"),
    Article("book.cascade.from_turn", lambda rules: rules.counts_turns, "{source}", "cascade"),
    Article(
        "book.cascade.from_first",
        lambda rules: rules.cascade_count > 0 and not rules.counts_turns,
        "{source}",
        "cascade",
    ),
    Article("book.leftover=lost", when("cascade_count", leftover="lost"), "{source}"),
    Article(
        "book.leftover=opponent",
        when("cascade_count", leftover="opponent"),
        "{source}",
        "leftover=opponent",
    ),
    Article("book.longest-play", always, LAWS["longest-play"].source),
    Article("book.larger-die", always, LAWS["larger-die"].source),
    Article("book.take_back", always, "S0 1.7, 3.4"),
)


def _plays_on_after_a_hit(home_hit: str) -> Holds:
    """True if this value of home_hit holds and matters: a hit that wins ends the turn."""
    return when(contact="hit", home_hit=home_hit, first_hit_wins=False)


CONTACT = (
    Article("book.contact=block", when(contact="block"), "S0 3.8; S3; GEO; BK"),
    Article("book.contact=hit", when(contact="hit", first_hit_wins=False), "S1; S2; S4"),
    Article("book.contact=hit,first_hit_wins", when("first_hit_wins", contact="hit"), "S4; BK"),
    Article("book.bar-first", uses_bar, LAWS["bar-first"].source),
    Article("book.home_hit=free", _plays_on_after_a_hit("free"), "S1; S4"),
    Article("book.contact=pin", when(contact="pin"), LAWS["pinned"].source),
    Article("book.pinned.own", when(contact="pin"), LAWS["pinned"].source),
    Article("book.stacks", always, "S0 3.8; S1; S2; S4"),
)

HEAD = (
    Article("book.head", when("head"), LAWS["head"].source, "head"),
    Article(
        "book.head_exception=classic,head_scope=head_block",
        when("head", head_exception="classic", head_scope="head_block"),
        "S0 3.1; S3; BK",
    ),
    Article(
        "book.head_exception=classic,head_scope=always",
        when("head", head_exception="classic", head_scope="always"),
        "S0 3.1",
    ),
    Article(
        "book.head_exception=six_four,head_scope=head_block",
        when("head", head_exception="six_four", head_scope="head_block"),
        "CLUB",
    ),
    Article(
        "book.head_exception=six_four,head_scope=always",
        when("head", head_exception="six_four", head_scope="always"),
        "CLUB",
    ),
    Article(
        "book.head_exception=any_double", when("head", head_exception="any_double"), "S0 text 2"
    ),
    Article(
        "book.head_exception=always_double",
        when("head", head_exception="always_double"),
        "S0 text 3",
    ),
    Article("book.head_exception=none", when("head", head_exception="none"), "CLUB"),
    Article("book.head=0", when(contact="block", head=0), "{source}"),
)


def _allows_some_primes(rules: Rules) -> bool:
    allows = rules.contact is Contact.BLOCK and rules.prime is Prime.ALLOW
    return allows and (rules.quarter is not None or rules.release)


FORMATIONS = (
    Article(
        "book.prime=allow",
        when(contact="block", prime="allow", quarter=None, release=False),
        "{source}",
    ),
    Article("book.prime=allow,limited", _allows_some_primes, "{source}"),
    *(
        Article(
            law.key,
            when(contact="block", prime=prime),
            law.source,
            "prime=forbid" if prime is Prime.FORBID else "prime",
        )
        for prime, law in PRIMES.items()
    ),
    Article(
        "book.prime.corner",
        lambda rules: rules.prime != "allow" and rules.direction == "parallel",
        "S0 3.5; S3",
    ),
    Article("book.runner", when("runner"), LAWS["runner"].source, "runner"),
    Article("book.quarter", when("quarter"), LAWS["quarter"].source, "quarter"),
    Article("book.release", when("release"), LAWS["release"].source, "release"),
    Article("book.prime_check=step", checks_formations("step"), "S0 3.5"),
    Article("book.prime_check=turn", checks_formations("turn"), "S0 text 5; BK"),
)

HITTERS = (
    Article(
        "book.home_hit=no_hide",
        _plays_on_after_a_hit("no_hide"),
        LAWS["hide"].source,
        "home_hit=no_hide",
    ),
    Article(
        "book.home_hit=no_hide_no_off",
        _plays_on_after_a_hit("no_hide_no_off"),
        LAWS["hitter-off"].source,
        "home_hit=no_hide_no_off",
    ),
    Article(
        "book.home_hit=no_move",
        _plays_on_after_a_hit("no_move"),
        LAWS["hitter-moved"].source,
        "home_hit=no_move",
    ),
    Article("book.home_hit.disputed", _plays_on_after_a_hit("no_move"), "OURS; WP; LU"),
    Article("book.first_hit_wins", when("first_hit_wins"), "S4; BK", "first_hit_wins"),
    Article("book.mother=on", when(contact="pin", mother=True), "S4; BK; GZ", "mother"),
    Article("book.mother=off", when(contact="pin", mother=False), "CLUB"),
)

BOMB = (
    Article("book.bomb", when("bomb"), LAWS["bomb-access"].source, "bomb"),
    Article("book.bomb_hits=both", when("bomb", bomb_hits="both"), "S4"),
    Article("book.bomb_hits=opponent", when("bomb", bomb_hits="opponent"), "CLUB"),
    Article("book.bomb_when=before_roll", when("bomb", bomb_when="before_roll"), "OURS; S4"),
    Article("book.bomb_when=any_time", when("bomb", bomb_when="any_time"), "S4"),
    Article("book.bomb.once", when("bomb"), "OURS"),
)

BEARING_OFF = (
    Article("book.not-home", always, LAWS["not-home"].source),
    Article("book.bear-off", always, LAWS["bear-off"].source),
    Article("book.bear-off.hit", hit_checkers_return, "S1; S2; S4"),
    Article("book.pinned_bearoff=allow", when(contact="pin", pinned_bearoff="allow"), "BK"),
    Article("book.pinned_bearoff.disputed", when(contact="pin", pinned_bearoff="allow"), "TB"),
    Article("book.pinned_bearoff=forbid", when(contact="pin", pinned_bearoff="forbid"), "TB"),
)

END = (
    Article("book.last_throw=off", when(last_throw="off"), "S0 3.12; S1; S2; S4"),
    Article("book.last_throw=half", when(last_throw="half"), "S0 4.3; S3"),
    Article("book.last_throw=one", when(last_throw="one"), "S0 4.3; S3"),
    Article("book.game-over", always, LAWS["game-over"].source),
    Article("book.stakes.one", when(stakes=(1,), koks=0, home_mars=0), "{source}"),
    Article("book.stakes.single", lambda rules: len(rules.stakes) > 1, "{source}"),
    Article("book.stakes.gammon", lambda rules: len(rules.stakes) > 1, "{source}"),
    Article(
        "book.stakes.backgammon",
        lambda rules: len(rules.stakes) == 3 and uses_bar(rules),
        "{source}",
    ),
    Article(
        "book.stakes.backgammon.no_bar",
        lambda rules: len(rules.stakes) == 3 and not uses_bar(rules),
        "{source}",
    ),
    # With three stakes the third is that of the backgammon, and koks changes nothing.
    Article("book.koks", lambda rules: rules.koks > 0 and len(rules.stakes) < 3, "S3"),
    Article("book.home_mars", when("home_mars"), "S3"),
    Article(
        "book.stakes.other",
        lambda rules: rules.stakes == (1,) and bool(rules.koks or rules.home_mars),
        "{source}",
    ),
    Article("book.void", always, "CLUB"),
    Article("book.resign", always, "CLUB"),
)

CUBE = (
    Article("book.cube_play=off", when(cube_play=False), "{source}"),
    Article("book.cube_play=on", when("cube_play"), "S1; S4", "cube"),
    Article("book.cube.opening", when("cube_play", opening="use"), "S1; S4"),
    Article("book.cube_cap=0", when("cube_play", cube_cap=0), "S1; S4"),
    Article("book.cube_cap", when("cube_play", "cube_cap"), LAWS["cube-cap"].source),
    Article("book.beavers=on", has_beavers, LAWS["money-only"].source),
    Article("book.raccoons=on", has_raccoons, "BK"),
    Article("book.jacoby=on", when("cube_play", "jacoby"), "BK; WP"),
    Article("book.auto_doubles", when("cube_play", "auto_doubles"), "BK; WP"),
)

MATCH = (
    Article("book.match", always, "S1; S4; BK"),
    Article("book.match.money", lambda rules: bool(money_laws(rules)), "S4; BK"),
    Article("book.crawford=on", when("cube_play", "crawford"), LAWS["crawford"].source),
    Article("book.holland", when("cube_play", "holland", "crawford"), LAWS["holland"].source),
    Article(
        "book.holland=no_crawford",
        when("cube_play", "holland", crawford=False),
        NO_CRAWFORD.source,
    ),
)

SPECIAL = (*HEAD, *FORMATIONS, *HITTERS, *BOMB)

SECTIONS: Mapping[str, tuple[Article, ...]] = {
    "board": BOARD,
    "starter": STARTER,
    "direction": DIRECTION,
    "turn": TURN,
    "contact": CONTACT,
    "special": SPECIAL,
    "bearing_off": BEARING_OFF,
    "end": END,
    "cube": CUBE,
    "match": MATCH,
}
"""The articles of each section, in order; the titles are in locale/*/rulebook.json."""
