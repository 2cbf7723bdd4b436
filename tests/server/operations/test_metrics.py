import asyncio
import json
import re
from pathlib import Path
from time import monotonic

from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families
from tests.server.club_room import enroll, look, open_club

from nardy.server.club.club import NewRoom
from nardy.server.operations.metrics import Watched, registry_of
from nardy.server.process_state import Histogram
from nardy.version import __version__

ROOT = Path(__file__).parents[3]
Samples = dict[tuple[str, ...], float]


def read(text: str) -> Samples:
    """The figures by the name of the sample and the values of its labels."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def figures(folder: Path) -> tuple[str, Samples]:
    """The metrics of a club with one act and two refused messages."""
    async with open_club(folder) as club:
        await enroll(club, "a", "b")
        room = await club.make(NewRoom(games=("tapa",), white="guest:a", black="guest:b"))
        (page,) = await look(club, room, room.who(room.match.game.to_act))
        act = {
            "type": "act",
            "room": room.record.id,
            "version": room.version,
            "act": "resign:single",
        }
        for order in ({**act, "id": "one"}, {**act, "id": "two"}, {"type": "nothing"}):
            await page.hear(json.dumps(order))
        text = generate_latest(
            registry_of(
                Watched(
                    club,
                    lambda: 3,
                    lambda: 5,
                    lambda: 7,
                    lambda: 9,
                    reach=lambda: {"reached": 2, "refused": 1, "silent": 0},
                    strangers=lambda: 4,
                )
            )
        ).decode()
        return text, read(text)


def test_what_happens_in_the_club_is_counted(tmp_path: Path) -> None:
    _, found = asyncio.run(figures(tmp_path))
    expected = {
        ("nardy_info", __version__): 1,
        ("nardy_acts_total", "people"): 1,
        ("nardy_acts_total", "bots"): 0,
        ("nardy_act_seconds_count",): 1,
        ("nardy_act_seconds_bucket", "+Inf"): 1,
        ("nardy_refusals_total", "stale"): 1,
        ("nardy_refusals_total", "message"): 1,
        ("nardy_connections",): 3,
        ("nardy_reviews_waiting",): 5,
        ("nardy_rooms", "playing"): 1,
        ("nardy_draining",): 0,
        ("nardy_bot_jobs_waiting", "bots"): 0,
        ("nardy_jobs_waiting", "turn"): 0,
        ("nardy_job_age_seconds", "review"): 0,
        ("nardy_workers",): 0,
        ("nardy_leases",): 1025,
        ("nardy_leases_lost_total",): 0,
        ("nardy_relayed_total",): 7,
        ("nardy_misdirected_total",): 9,
        ("nardy_processes", "reached"): 2,
        ("nardy_processes", "refused"): 1,
        ("nardy_processes", "silent"): 0,
        ("nardy_relay_strangers_total",): 4,
    }
    assert {name: found.get(name) for name in expected} == expected
    assert found["nardy_commit_jobs_sum",] >= found["nardy_commit_jobs_count",] >= 3
    assert found["process_resident_memory_bytes",] > 1e6


def test_nothing_about_a_person_or_a_room_is_in_it(tmp_path: Path) -> None:
    text, _ = asyncio.run(figures(tmp_path))
    names = set(re.findall(r'(\w+)="', text))
    assert names <= {"version", "by", "le", "reason", "thread", "state", "kind"}


def test_the_board_of_grafana_asks_for_metrics_that_exist(tmp_path: Path) -> None:
    _, found = asyncio.run(figures(tmp_path))
    board = (ROOT / "examples" / "monitoring" / "grafana.json").read_text("utf-8")
    asked = set(re.findall(r"\b(?:nardy|process)_\w+", board))
    assert asked <= {name for name, *_ in found}
    # And it shows every one that the club has, but that it ends.
    ours = {re.sub("_(bucket|sum|count|total)$", "", name) for name, *_ in found}
    shown = {re.sub("_(bucket|sum|count|total)$", "", name) for name in asked}
    assert {name for name in ours - shown if name.startswith("nardy")} == {"nardy_draining"}
    panels = json.loads(board)["panels"]
    places = {(one["gridPos"]["x"], one["gridPos"]["y"]) for one in panels}
    assert len(places) == len({one["id"] for one in panels}) == len(panels)


def test_the_board_of_grafana_groups_by_labels_that_exist(tmp_path: Path) -> None:
    text, _ = asyncio.run(figures(tmp_path))
    labels = dict[str, set[str]]()
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels.setdefault(sample.name, {"instance"}).update(sample.labels)
    board = json.loads((ROOT / "examples" / "monitoring" / "grafana.json").read_text("utf-8"))
    queries = [one["expr"] for panel in board["panels"] for one in panel["targets"]]
    assert len(queries) >= 20
    for query in queries:
        asked = re.findall(r"((?:nardy|process)_\w+)\{(\w+)=~", query)
        assert asked, query
        grouped = [
            name for some in re.findall(r"by \(([\w, ]+)\)", query) for name in some.split(", ")
        ]
        for metric, chosen in asked:
            assert {chosen, *grouped} <= labels[metric], query


def test_the_guide_names_every_panel_of_the_board() -> None:
    board = json.loads((ROOT / "examples" / "monitoring" / "grafana.json").read_text("utf-8"))
    guide = (ROOT / "docs" / "guide" / "hosting.md").read_text("utf-8")
    rows = [line.split("|")[1] for line in guide.splitlines() if line.startswith("| ")]
    named = {name.strip() for row in rows for name in row.split(", ")}
    assert {panel["title"] for panel in board["panels"]} <= named


def test_jobs_of_workers_are_counted_by_kind(tmp_path: Path) -> None:
    async def go() -> Samples:
        async with open_club(tmp_path) as club:
            counts = club.process.jobs
            counts.waiting |= {"a": ("turn", monotonic() - 3), "b": ("turn", monotonic())}
            counts.seconds["hint"] = Histogram()
            counts.seconds["hint"].observe(0.2)
            counts.workers, counts.taken_back, counts.failed = 2, 4, 1
            return read(generate_latest(registry_of(Watched(club))).decode())

    found = asyncio.run(go())
    expected = {
        ("nardy_jobs_waiting", "turn"): 2,
        ("nardy_jobs_waiting", "rollout"): 0,
        ("nardy_job_seconds_count", "hint"): 1,
        ("nardy_workers",): 2,
        ("nardy_jobs_taken_back_total",): 4,
        ("nardy_jobs_failed_total",): 1,
    }
    assert {name: found.get(name) for name in expected} == expected
    assert 3 <= found["nardy_job_age_seconds", "turn"] < 60
