"""Names that people type: aliases, names of several games, and games not played here yet."""

import pytest
from tests.effort import each

from nardy.errors import UnknownGameError
from nardy.games import GAMES, ROTATIONS, UNDESCRIBED, find_game
from nardy.games.catalog import folded, names_of
from nardy.games.elsewhere import NOT_YET, SHARED, sentence


@each(
    ("typed", "game"),
    [
        ("нарды короткие", "backgammon"),
        ("бекгаммон", "backgammon"),
        ("მოკლე ნარდი", "backgammon"),
        ("Uzun nərd", "long-nardy"),
        ("uzun nerd", "long-nardy"),
        ("გრძელი ნარდი", "long-nardy"),
        ("ΠΟΡΤΕΣ", "portes"),
        ("πλακωτο", "plakoto"),
        ("Φεύγα", "fevga"),
        ("mültezim", "moultezim"),
        ("gul bahar", "gul-bara"),
        ("Бешеный Гюльбар", "mad-gulbar"),
        ("бешеныи гюльбар", "mad-gulbar"),
        ("تخته نرد", "tavla"),
        ("محبوسة", "mahbusa"),
        ("مغربية", "maghribiyya"),
        ("γκιουλ", "gioul"),
    ],
)
def test_names_from_where_the_games_are_played_find_them(typed: str, game: str) -> None:
    assert find_game(typed) is GAMES[game]


@each(
    ("typed", "told"),
    [
        ("31", "which is not played here yet; nearest: maghribiyya, fevga"),
        ("Khachapuri", "which is not played here yet; nearest: long-nardy"),
        ("ხაჭაპური", "nearest: long-nardy"),
        ("crazy narde", "not played here yet; nearest: mad-gulbar, gul-bara, long-nardy"),
        ("crazy-narde@four", "not played here yet"),
        ("Шеш-Беш", "which people call several: backgammon, long-nardy, tavla; name one of them"),
        ("ses bes", "which people call several"),
        ("nardy", "long-nardy, backgammon"),
        ("გრძელი ნარდ", "did you mean 'გრძელი ნარდი'?"),
    ],
)
def test_other_names_are_answered_by_the_games_that_are_nearest(typed: str, told: str) -> None:
    with pytest.raises(UnknownGameError) as refused:
        find_game(typed)
    assert told in str(refused.value)


def test_no_such_name_is_a_games_own_and_every_game_named_there_is_here() -> None:
    ours = {name for game in (*GAMES.values(), *UNDESCRIBED.values()) for name in names_of(game)}
    theirs = [folded(name) for names in (*SHARED, *NOT_YET) for name in names]
    assert len(theirs) == len(set(theirs))
    assert not ours & set(theirs)
    assert not {folded(name) for name in ROTATIONS} & set(theirs)
    named = {game for games in (*SHARED.values(), *NOT_YET.values()) for game in games}
    assert named <= {*GAMES, *ROTATIONS}
    assert sentence("backgammon") == ""
