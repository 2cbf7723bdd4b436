"""Grades of losses."""

from nardy.analysis.grades import GRADES, grade_of


def test_grades_begin_where_they_say() -> None:
    assert [name for _, name in GRADES] == ["blunder", "error", "inaccuracy"]
    assert [least for least, _ in GRADES] == sorted((least for least, _ in GRADES), reverse=True)
    assert [grade_of(loss) for loss in (0, 0.015, 0.03, 0.08)] == [
        *("", "inaccuracy", "error", "blunder")
    ]
