import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nardy.server.relay.line_reports import MARK, LineReport, read, written
from nardy.server.relay.routes import shard_of_message

REPORTS = st.builds(LineReport, st.integers(0, 2**31), st.integers(0, 2**31), is_left=st.booleans())


@given(REPORTS)
def test_a_report_is_read_as_it_was_written(report: LineReport) -> None:
    assert read(written(report)) == report


@given(st.text(max_size=60).filter(lambda text: not text.startswith(MARK)))
def test_a_text_without_the_mark_is_a_message(text: str) -> None:
    assert read(text) is None


@given(st.recursive(st.text() | st.integers() | st.none(), lambda x: st.dictionaries(st.text(), x)))
def test_no_message_begins_as_a_report_does(value: object) -> None:
    assert read(msgspec.json.encode(value).decode()) is None


@given(REPORTS)
def test_a_report_of_a_client_is_about_no_room_so_it_is_not_passed_on(report: LineReport) -> None:
    """A page that sends one is answered by its own process, as one that sends nonsense."""
    assert shard_of_message(written(report)) is None
    assert shard_of_message(f' {MARK}{{"type":"watch","room":"r"}}') is None


@pytest.mark.parametrize("text", ["#", "#[]", "#{", '#{"silence":"x"}', "##{}"])
def test_a_report_that_is_none_is_an_error(text: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        read(text)


def test_another_version_may_tell_more() -> None:
    assert read('#{"jitter":5,"silence":7}') == LineReport(silence=7)
