"""How hard tests try: a little in `./check`, more in `./check all`, for hours in `./check flood`."""

import os

CHECK = os.environ.get("NARDY_CHECK", "quick")
THOROUGH = CHECK != "quick"


def tries(quick: int, thorough: int, flood: int) -> int:
    """How many examples, by what was asked for."""
    return {"quick": quick, "all": thorough, "flood": flood}[CHECK]
