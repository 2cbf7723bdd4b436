"""What scale_simulation.py reckons with: every figure once, with the command that measured it, or who says so.

All are of the machine that docs/guide/scale.md names. Change one on the command line of the simulation by its name:
`--set act_ms=1.8`.
"""

from dataclasses import Field, dataclass, field, fields
from typing import Any


def measured(value: float, unit: str, by: str) -> Any:
    """A figure that the command *by* gives."""
    return field(default=value, metadata={"unit": unit, "from": f"`{by}`", "kind": "measured"})


def in_source(value: float, unit: str, where: str) -> Any:
    """A constant of the program."""
    return field(default=value, metadata={"unit": unit, "from": f"`{where}`", "kind": "source"})


def estimate(value: float, unit: str, why: str) -> Any:
    """A figure that nobody has measured yet."""
    return field(default=value, metadata={"unit": unit, "from": why, "kind": "estimate"})


def assumed(value: float, unit: str, what: str) -> Any:
    """A choice, or what people do."""
    return field(default=value, metadata={"unit": unit, "from": what, "kind": "assumed"})


@dataclass(frozen=True)
class Inputs:
    """The figures."""

    # What people do.
    peak: float = assumed(2.5, "times the mean", "the busiest hour of a day")
    minutes_a_game: float = assumed(10, "minutes", "a game between people")
    bot_games: float = assumed(0.5, "of all games", "games against bots")
    # A game.
    entries_a_game: float = measured(102, "rows", "packed.py")
    acts_a_game: float = measured(82, "acts", "packed.py")
    row_bytes_a_game: float = measured(33_000, "bytes", "packed.py")
    packed_bytes_a_game: float = measured(956, "bytes", "packed.py")
    other_bytes_a_game: float = measured(3_600, "bytes", "postgresql_figures.py")
    # A process of the club.
    act_ms: float = measured(2.2, "ms of CPU", "load.py")
    append_process_ms: float = measured(0.05, "ms of CPU more than on SQLite", "databases.py")
    before_append: float = estimate(0.4, "of the CPU of an act", "the rest is telling the pages")
    relay_ms: float = measured(0.14, "ms of CPU on each side", "load.py")
    elsewhere: float = assumed(
        1.0, "of connections", "end at any process: the proxy does not know the owner"
    )
    bot_turn_ms: float = estimate(10, "ms of CPU of a worker", "level 8, mixed games")
    player_kb: float = measured(140, "kB", "load.py")
    process_mb: float = measured(230, "MB", "soak.py")
    message_bytes: float = estimate(2_500, "bytes to each page an act", "2 to 3 kB")
    # PostgreSQL.
    append_ms: float = measured(0.1, "ms of CPU of the server an act", "postgresql_figures.py")
    end_ms: float = measured(
        10.6, "ms from its first statement to its commit", "postgresql_figures.py"
    )
    end_cpu_ms: float = measured(
        1.6, "ms of CPU of the server an end of a game", "postgresql_figures.py"
    )
    log_bytes_an_act: float = measured(842, "bytes of the write-ahead log", "postgresql_figures.py")
    flush_ms: float = measured(2.5, "ms", "postgresql_figures.py")
    way_ms: float = assumed(0.5, "ms there and back", "two machines of one data center")
    database_cores: float = assumed(16, "cores", "one large machine for PostgreSQL")
    appenders: float = in_source(
        3, "connections a process", "APPENDERS in server/store/database/postgresql/writer.py"
    )
    lock_seconds: float = in_source(
        4,
        "s for which an end waits for others",
        "0.8 * JOB_SECONDS in server/store/database/postgresql/deadlines.py",
    )
    jobs_a_game: float = estimate(3, "jobs beside appends", "room, seat, presence")
    # Maintenance, at one process of the club.
    looks_a_round: float = in_source(
        200, "rooms looked at", "MOST * AT_ONCE in club/game_packing.py"
    )
    rest_seconds: float = in_source(
        20, "s", "PAUSE_SECONDS in club/maintenance.py, unless half of them were packed"
    )
    portion_ms: float = measured(80, "ms for 4 rooms, 50 of them a pause", "packed.py")
    # How full the parts of a plan are at the peak.
    full: float = assumed(0.6, "of a core", "so busy may a process be at the peak")
    # Prices.
    core_month: float = assumed(20, "EUR a month", "a core with 4 GB")
    gb_month: float = assumed(0.1, "EUR a month", "a GB of SSD, twice for a standby")
    traffic_tb: float = assumed(5, "EUR", "a TB to the pages")


def described(inputs: Inputs) -> list[str]:
    """A table of Markdown."""
    lines = [_line(one, getattr(inputs, one.name)) for one in fields(inputs)]
    return ["| figure | value | unit | from | kind |", "| --- | --- | --- | --- | --- |", *lines]


def _line(one: "Field[Any]", value: float) -> str:
    told = one.metadata
    return f"| `{one.name}` | {value:,g} | {told['unit']} | {told['from']} | {told['kind']} |"
