"""Run a reader of binary files with limits of time and memory: python -I -S limited.py READER [UNPACKED].

The reader is a file with a function `extract`, which makes JSON of bytes or raises its `DAMAGE`. UNPACKED is
the most bytes after unpacking, where it is less than the reader's own `MOST_UNPACKED`.
Only the standard library is used, so that the program starts fast and sees nothing of the rest. The bytes
come from standard input; the answer is JSON, or {"error": ...}.
"""

import contextlib
import json
import runpy
import sys

MOST_MEMORY = 512 * 2**20
MOST_SECONDS = 20


def limit_resources() -> None:
    """Limit this process's memory and time, where the system can."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 (only Unix has it)

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def main() -> None:
    reader = runpy.run_path(sys.argv[1])
    if len(sys.argv) > 2 and "MOST_UNPACKED" in reader:
        # What `run_path` returns is a copy of what the functions see.
        seen = reader["extract"].__globals__
        seen["MOST_UNPACKED"] = min(seen["MOST_UNPACKED"], int(sys.argv[2]))
    limit_resources()
    try:
        found = reader["extract"](sys.stdin.buffer.read(reader["MOST_BYTES"] + 1))
    except reader["DAMAGE"] as error:
        found = {"error": str(error)}
    json.dump(found, sys.stdout, allow_nan=False)


if __name__ == "__main__":
    main()
