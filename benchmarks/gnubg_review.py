"""GNU Backgammon's analysis of a recorded match, decision by decision: gnubg runs this inside itself.

    gnubg -t -q -r -p gnubg_review.py     with the file, the plies and the answer's file in NARDY_REVIEW

reviews_agree.py starts it. It is written for the Python in gnubg and imports nothing of nardy.
"""

import json
import os
from pathlib import Path

import gnubg  # type: ignore[import-not-found]

SETTINGS = """
set automatic roll off
set automatic game off
set threads 1
set display off
set analysis chequerplay evaluation plies {plies}
set analysis chequerplay evaluation cubeful on
set analysis chequerplay evaluation prune on
set analysis cubedecision evaluation plies {plies}
set analysis cubedecision evaluation cubeful on
set analysis cubedecision evaluation prune on
set analysis luck off
import mat "{file}"
"""
ROWS = ("board", "player", "score", "is_crawford", "cube", "owner")


def main():
    asked = json.loads(os.environ["NARDY_REVIEW"])
    for line in SETTINGS.format(**asked).strip().splitlines():
        gnubg.command(line)
    before = os.times()
    gnubg.command("analyse match")
    after = os.times()
    found = gnubg.match(1, 1, 0, 0)
    length, had_crawford, decisions = found["match-info"]["match-length"], False, []
    for game in found["games"]:
        score = game["info"]["score-X"], game["info"]["score-O"]
        is_crawford = not had_crawford and length - 1 in score
        had_crawford |= is_crawford
        decisions += decisions_of(game["game"], (length, score, is_crawford))
    told = {"cpu": after.user - before.user, "decisions": decisions}
    Path(asked["out"]).write_text(json.dumps(told))


def decisions_of(acts, match):
    length, score, is_crawford = match
    cube, owner, told = 1, -1, []
    for number, act in enumerate(acts):
        kind = act["action"]
        if kind == "take":
            cube, owner = 2 * cube, "XO".index(act["player"])
        if kind not in ("move", "double") or "analysis" not in act:
            continue
        player = "XO".index(act["player"])
        info = gnubg.cubeinfo(cube, owner, player, length, score, int(is_crawford), 0)
        one = dict(zip(ROWS, (act["board"], player, score, is_crawford, cube, owner), strict=True))
        found = act["analysis"]
        if "nd-cubeful-eq" in found:
            waits, taken = found["nd-cubeful-eq"], found["dt-cubeful-eq"]
            one["cube_equities"] = [gnubg.mwc2eq(chance, info) for chance in (waits, taken)]
            answer = acts[number + 1]["action"] if kind == "double" else None
            one["act"], one["answer"] = ("double" if answer else "roll"), answer
        if kind == "move":
            one["dice"], moves = act["dice"], found.get("moves", [])
            one["turns"] = [[move["move"], move["score"], plies_of(move)] for move in moves]
            one["played"] = found.get("imove")
        told.append(one)
    return told


def plies_of(move):
    """None: as many as were asked for."""
    return move.get("evalcontext", {}).get("plies")


main()
