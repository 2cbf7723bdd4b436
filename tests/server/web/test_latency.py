import gc
import sys

from nardy.server.web.latency import shorten_pauses


def test_threads_take_turns_more_often_and_all_memory_is_looked_through_more_rarely() -> None:
    before = sys.getswitchinterval(), gc.get_threshold()
    shorten_pauses()
    try:
        assert sys.getswitchinterval() < 0.001
        assert gc.isenabled()
        *young, old = gc.get_threshold()
        assert young == [700, 10]
        assert old > before[1][2]
    finally:
        sys.setswitchinterval(before[0])
        gc.set_threshold(*before[1])
