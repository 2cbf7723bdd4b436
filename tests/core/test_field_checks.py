"""Which fields fit the game and the moment."""

import pytest
from tests.effort import each
from tests.moments import HEAD, STD

from nardy.errors import NardyError
from nardy.formats import position_text

BACK = f"backgammon w {STD} {STD}"
OVER = "backgammon w off:15 24:1,3:14"


REFUSED = [
    (f"gul-bara w {HEAD} {HEAD} left=66", "left"),
    (f"mad-gulbar,leftover=lost w {HEAD} {HEAD} left=66", "left"),
    (BACK + " left=66", "left"),
    (f"mad-gulbar w {HEAD} {HEAD} dice=31 left=66", "left"),
    (f"mad-gulbar w {HEAD} {HEAD} opening left=66", "left"),
    (f"long-nardy w {HEAD} {HEAD} cube=2w", "cube"),
    (f"long-nardy w {HEAD} {HEAD} offer=double", "cube"),
    (f"backgammon,cube_cap=4 w {STD} {STD} cube=8", "8"),
    (BACK + " bomb=w", "bomb"),
    (BACK + " last", "last"),
    (f"long-nardy@draw w {HEAD} {HEAD} last", "last"),
    ("long-nardy@draw b off:15 2:1 first=b last", "first"),
    ("long-nardy@draw b off:15 2:1 opening last", "opening"),
    (BACK + " turns=1-1", "turns"),
    (f"backgammon,holland=on w {STD} {STD} match=5:4-3 crawford turns=1-1", "turns"),
    (OVER + " opening result=w3", "opening"),
    (OVER + " dice=31 result=w3", "dice"),
    (OVER + " offer=double result=w3", "offer"),
    ("nuclear w off:15 24:1,3:14 bomb=w result=w3", "bomb"),
    ("long-nardy@draw b off:15 2:1 last result=w3", "last"),
    (BACK + " opening dice=31", "dice"),
    (BACK + " opening offer=double", "offer"),
    (BACK.replace(" w ", " b ") + " opening", "opening"),
    (f"nuclear w {STD} {STD} opening bomb=w", "bomb"),
    (BACK + " opening cube=2", "cube=2"),
    (f"backgammon,auto_doubles=2 w {STD} {STD} opening cube=4w", "cube=4w"),
    (f"backgammon,auto_doubles=1 w {STD} {STD} opening cube=4", "cube=4"),
    (f"backgammon,auto_doubles=6 w {STD} {STD} opening cube=64 match=3:0-0", "cube=64"),
    (BACK + " crawford", "Crawford"),
    (BACK + " match=5:4-4 crawford", "Crawford"),
    (BACK + " match=5:3-3 crawford", "Crawford"),
    (BACK + " cube=2w match=5:4-3 crawford", "Crawford"),
    (BACK + " offer=double match=5:4-3 crawford", "Crawford"),
    (f"portes w {STD} {STD} match=5:4-3 crawford", "Crawford"),
    (f"backgammon,crawford=off w {STD} {STD} match=5:4-3 crawford", "Crawford"),
    (BACK + " match=5:5-3", "5:5-3"),
    (BACK + " match=5:3-7", "5:3-7"),
    (BACK + " dice=31 offer=double", "double"),
    (BACK + " cube=2w offer=double", "double"),
    (f"backgammon,cube_cap=2 w {STD} {STD} cube=2b offer=double", "up to 2"),
    (f"backgammon,cube_cap=4 w {STD} {STD} cube=4b offer=beaver", "up to 4"),
    (f"backgammon,holland=on w {STD} {STD} offer=double match=5:4-3 turns=1-1", "two turns"),
    (BACK + " offer=beaver", "beaver"),
    (BACK + " cube=2w offer=beaver", "beaver"),
    (f"backgammon,beavers=off w {STD} {STD} cube=2b offer=beaver", "beaver"),
    (BACK + " cube=2b offer=beaver match=5:0-0", "beaver"),
    (BACK + " cube=4w offer=raccoon", "raccoon"),
    (f"backgammon,raccoons=on w {STD} {STD} cube=4b offer=raccoon", "raccoon"),
    (f"backgammon,raccoons=on w {STD} {STD} cube=2w offer=raccoon", "raccoon"),
    (f"portes w {STD} {STD} offer=backgammon", "backgammon"),
    (f"sudden-death w {STD} {STD} offer=gammon", "gammon"),
    (f"long-nardy w {HEAD} {HEAD} offer=backgammon", "backgammon"),
]
"""Texts, with what the refusal names."""


@each(("text", "named"), REFUSED)
def test_a_field_that_does_not_fit_is_refused_by_name(text: str, named: str) -> None:
    with pytest.raises(NardyError) as caught:
        position_text.loads(text)
    assert len(str(caught.value)) > 20
    assert named in str(caught.value)


@each(
    "text",
    [
        f"backgammon,auto_doubles=1 w {STD} {STD} opening cube=2",
        f"nuclear w {STD} {STD} opening",
        BACK + " cube=2b offer=double",
        BACK + " cube=2b offer=beaver",
        f"backgammon,raccoons=on w {STD} {STD} cube=4w offer=raccoon",
        BACK + " dice=64 offer=gammon",
        BACK + " cube=4w match=7:3-4",
        BACK + " match=5:4-3",
        BACK + " match=5:4-2 crawford",
        "backgammon w off:15 24:1,3:14 cube=4w match=7:3-4 result=w3",
        f"long-nardy,cube_play=on w {HEAD} {HEAD} cube=2w",
        f"long-nardy,last_throw=half b {HEAD} {HEAD} first=b",
        "long-nardy,last_throw=half b off:15 2:1,1:1 dice=65 last",
        f"long-nardy,last_throw=half w {HEAD} {HEAD} match=7:3.5-4",
        f"nuclear w {STD} {STD} offer=double bomb=w",
        f"mad-gulbar w {HEAD} {HEAD} left=445566",
        f"backgammon,holland=on w {STD} {STD} match=5:4-3 turns=1-0",
        f"portes w {STD} {STD} offer=gammon",
        "plakoto w 24:p,10:14 5:14,1:1 result=b2",
    ],
)  # fmt: skip
def test_fields_that_fit_are_read_as_they_are_written(text: str) -> None:
    assert position_text.dumps(position_text.loads(text)) == text
