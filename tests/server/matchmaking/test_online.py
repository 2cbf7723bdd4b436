from nardy.server.matchmaking.online import SEEN_SECONDS, OnlinePeople


def test_who_has_a_page_open_or_asked_a_moment_ago_is_online() -> None:
    now = [0.0]
    people = OnlinePeople(lambda: now[0])
    people.come("a")
    people.come("a")
    people.leave("a")
    people.see("b")
    assert [people.is_online(who) for who in "abc"] == [True, True, False]
    assert people.everybody() == ["b", "a"]
    people.leave("a")
    now[0] = SEEN_SECONDS + 1
    people.see("c")
    assert [people.is_online(who) for who in "abc"] == [False, False, True]
    assert people.everybody() == ["c"]


def test_somebody_with_a_page_and_a_request_is_told_once() -> None:
    people = OnlinePeople(lambda: 0.0)
    people.come("a")
    people.see("a")
    assert people.everybody() == ["a"]
