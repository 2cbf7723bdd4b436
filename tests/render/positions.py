"""Positions that the tests draw and read aloud: every law leaves something to be seen."""

POSITIONS = {
    "backgammon-start": "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31",
    "backgammon-middle": (
        "backgammon b bar:1,13:4,8:3,6:5,5:2 24:1,22:1,13:3,8:3,6:4,5:2 dice=62 cube=2w match=7:3-4"
    ),
    "crawford": "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 match=7:6-3.5 crawford",
    "double-offered": "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 cube=2b offer=double",
    "resignation": "backgammon b 6:5 24:2,13:5,8:3,6:5 dice=64 offer=gammon",
    "over": "backgammon b 6:5 off:15 result=b2",
    "plakoto-pins": "plakoto w 17:2,8:11,5:1 24:3,10:9,8:p,7:2",
    "plakoto-high-pin": "plakoto b 17:8,9:6,3:p 24:3,22:9,8:p,7:2",
    "long-nardy-start": "long-nardy b 24:15 24:15 dice=63",
    "long-nardy-middle": (
        "long-nardy w 24:8,20:1,18:1,17:2,15:1,11:1,8:1 "
        "24:7,22:1,19:1,18:1,16:1,14:1,10:1,7:1,4:1 dice=55"
    ),
    "last-throw": "long-nardy,last_throw=half b off:15 3:1,1:1 last",
    "hypergammon": "hypergammon b bar:1,24:1,22:1 24:1,23:1,6:1 dice=66",
    "nuclear": "nuclear w bar:6,13:3,8:1,6:4 24:2,13:5,8:3,6:5 bomb=w",
    "leftover": "mad-gulbar w 24:10,18:5 24:15 left=566",
    "cascade": "gul-bara b 24:10,18:5 24:15 dice=33",
    "opening": "gul-bara w 24:15 24:15 opening",
}
