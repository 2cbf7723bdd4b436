"""Read positions in any notation, and write them in every other that can hold them.

python examples/convert_positions.py 4HPwATDgc/ABMA "long-nardy w 24:15 24:15 dice=21"
"""

import sys

from nardy import NardyError
from nardy.formats import gnubg, position_text, read_position, xgid

POSITIONS = ("4HPwATDgc/ABMA:cAkLAAAAAAAA", "long-nardy w 24:15 24:15 dice=21")
FORMATS = {"position text": position_text, "XGID": xgid, "GNU id": gnubg}


def main() -> None:
    for text in sys.argv[1:] or POSITIONS:
        situation, notation = read_position(text)
        print(f"{text} is a {notation}, {situation.rules.name}")
        for name, notation in FORMATS.items():
            try:
                print(f"  {name}: {notation.dumps(situation)}")
            except NardyError as error:
                print(f"  {name}: {error}")


if __name__ == "__main__":
    main()
