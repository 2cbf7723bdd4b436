import gc
import threading

import pytest

from nardy.server.turns import engine


def test_the_kernel_is_loaded_beside_the_club() -> None:
    engine.is_loaded()
    engine.loading().join(60)
    assert engine.is_loaded()
    assert gc.get_freeze_count() > 10_000


def test_a_kernel_that_is_being_compiled_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_loaded", engine.threading.Event())
    monkeypatch.setattr(engine, "is_ready", lambda: False)
    monkeypatch.setattr(engine, "loading", lambda: pytest.fail("nothing is ready"))
    assert not engine.is_loaded()


def test_networks_sleep_until_what_they_need_is_compiled_and_tried_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled, tried, seen = threading.Event(), threading.Event(), list[bool]()
    monkeypatch.setattr(engine, "LOOK", 0.01)
    monkeypatch.setattr(engine, "is_available", lambda: True)
    monkeypatch.setattr(engine, "is_ready", compiled.is_set)

    def load() -> None:
        seen.append(engine.is_awake())
        assert tried.wait(10)

    thread = engine.wake(load)
    assert thread is not None
    assert not engine.is_awake()
    compiled.set()
    # Compiled, and still to be loaded: who asks now is told so, and does not wait.
    assert not engine.is_awake()
    tried.set()
    thread.join(10)
    assert seen == [False]
    assert engine.is_awake()


def test_where_there_is_no_kernel_nobody_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "is_available", lambda: False)
    assert engine.wake(lambda: pytest.fail("there is nothing to load")) is None
