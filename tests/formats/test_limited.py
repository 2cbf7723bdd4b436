"""The program that limits readers of binary files."""

import json
import subprocess
import sys
from pathlib import Path

from nardy.formats import limited

READER = """
MOST_BYTES = 3
class DAMAGE(ValueError): pass
def extract(data):
    if data == b"bad": raise DAMAGE("letters")
    return {"size": len(data)}
"""


def test_it_answers_in_json_what_the_reader_finds(tmp_path: Path) -> None:
    reader = tmp_path / "reader.py"
    reader.write_text(READER, encoding="utf-8")
    for data, answer in (
        (b"ab", {"size": 2}),
        (b"abcdef", {"size": 4}),
        (b"bad", {"error": "letters"}),
    ):
        done = subprocess.run(
            [sys.executable, "-I", "-S", limited.__file__, str(reader)],
            input=data,
            capture_output=True,
            check=True,
        )
        assert json.loads(done.stdout) == answer


def test_less_may_be_unpacked_than_the_format_allows(tmp_path: Path) -> None:
    reader = tmp_path / "reader.py"
    told = READER.replace("len(data)", "MOST_UNPACKED")
    reader.write_text(f"MOST_UNPACKED = 9\n{told}", encoding="utf-8")
    for more, most in (([], 9), (["5"], 5), (["50"], 9)):
        command = [sys.executable, "-I", "-S", limited.__file__, str(reader), *more]
        done = subprocess.run(command, input=b"a", capture_output=True, check=True)
        assert json.loads(done.stdout) == {"size": most}
