import gc

import pytest

from nardy.server import engine


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
