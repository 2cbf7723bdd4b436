"""What packed games have in common. It belongs to form 1 and never changes: packed games are read with it."""

_HOME = "24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 opening"
_HEAD = "24:15 24:15 opening"
_STARTS = (
    *(f"{game} w {_HEAD}" for game in ("longgammon", "tapa", "mahbusa", "gioul", "maghribiyya")),
    *(f"{game} w {_HEAD}" for game in ("moultezim", "mad-gulbar", "fevga", "plakoto")),
    f"gul-bara w {_HEAD} turns=0-0",
    "hypergammon w 24:1,23:1,22:1 24:1,23:1,22:1 opening",
    "nackgammon w 24:2,23:2,13:4,8:3,6:4 24:2,23:2,13:4,8:3,6:4 opening",
    *(f"{game} w {_HOME}" for game in ("sudden-death", "nuclear", "caucasian", "tavla", "portes")),
    f"backgammon w {_HOME} match=3:0-0 crawford cube=2:w",
    f"long-nardy w {_HEAD} match=3:0-0",
)
_TURNS = (
    "bar/25 bar/22* bar/20 24/off 6/off(2) 5/off 4/off 3/off 2/off 1/off 24/18 24/20 24/23 "
    "13/11 13/10 13/9 13/8 13/7 8/4 8/5 8/3 8/2* 6/5* 6/4 6/3 6/2 6/1 5/4 4/3 3/2 2/1 "
    "18/14 17/12 16/10 15/9 14/8 12/7 11/5 10/4 9/3 24/13 13/7(2) 8/4(2) 6/2(2) 24/16 16/10"
)
_NOTES = (
    '{"time":"white"}{"time":"black"}{"left":"white","worth":{"win":0.5}}'
    '["awresign","abaccept","awdouble","abtake","abpass"]'
)
# The most frequent at the end, where zlib finds it with the shortest words.
DICTIONARY = "".join(
    (
        _NOTES,
        _TURNS,
        *(f'[{{"kind":"started","position":"{start}","version":1}},' for start in _STARTS),
        '"w66","b55","w44","b33","w22","b11","w65","b64","w63","b62","w61","b54","w53","b52",',
        '"w51","b43","w42","b41","w32","b31","w21","pw013/7 8/4","pb013/8 6/4","pw1bar/23',
        '],[1790000000000,0,2345,0,1876,0,3021,0,4120],[null,{"clock":[600000,600000,0,15000,15000,',
        "20000,20000]},null,[-2345],null,[0,-1876],null,[5655],[0,4979,0,0,0,-120],[-1204,0,0,0,0,-80",
        ',null],null],"11111111111111111111111111111111111111111111111111111111111111",[]]',
    )
).encode()
