from nardy.server.lru_cache import Recent


def test_what_was_asked_for_longest_ago_is_forgotten_first() -> None:
    kept: Recent[int, str] = Recent(3)
    for number in range(3):
        kept[number] = str(number)
    assert kept.get(0) == "0"
    kept[1] = "one"
    kept[3] = "3"
    assert [kept.get(number) for number in range(4)] == ["0", "one", None, "3"]
    for number in range(100):
        kept[number] = ""
    assert len(kept) == 3
    kept.evict(99)
    kept.evict(5)
    assert (kept.get(99), len(kept)) == (None, 2)
    kept[7] = ""
    kept.evict_where(lambda number: number == 7)
    assert (kept.get(7), len(kept)) == (None, 2)
    kept.clear()
    assert len(kept) == 0
