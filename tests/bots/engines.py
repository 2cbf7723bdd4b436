"""Programs that speak the interface badly, for tests; each is a command line."""

import shlex
import sys
from pathlib import Path

POLITE = """
import sys, time
def say(text):
    print(text, flush=True)
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "ubgi":
        GREET
    if word == "go":
        ANSWER
    if word == "quit":
        break
"""
GREETING = 'say("id positions text"); say("ubgiok")'


def engine(folder: Path, answer: str, greet: str = GREETING) -> str:
    """A program with this answer to 'go', as statements of Python."""
    path = folder / f"engine{len(list(folder.iterdir()))}.py"
    path.write_text(POLITE.replace("GREET", greet).replace("ANSWER", answer), encoding="utf-8")
    return shlex.join([sys.executable, str(path)])


OURS = shlex.join([sys.executable, "-m", "nardy", "ubgi", "--bot"])
"""Our own engine; a bot's name follows."""
BAD = {
    "hangs": "time.sleep(60)",
    "is late": "time.sleep(9); say('bestmove 8/5 6/5')",
    "dies": "sys.exit(3)",
    "says nonsense": "say('bestmove banana')",
    "says nothing to the point": "say('thinking hard')",
    "plays against the law": "say('bestmove 24/18 13/8')",
    "plays half a turn": "say('bestmove 8/5')",
    "doubles instead": "say('bestmove double')",
    "refuses": "say('error internal no idea')",
    "is sorry": "say('sorry')",
    "floods": "\n        while True: say('info')",
    "never ends a line": "sys.stdout.write('x' * 100000); sys.stdout.flush(); time.sleep(60)",
    "writes no text": "sys.stdout.buffer.write(bytes(range(256)) * 40 + b'\\n'); sys.stdout.flush()",
    "falls silent": "import os; os.close(1); time.sleep(60)",
}
