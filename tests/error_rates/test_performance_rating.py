"""The performance rating has one scale: that of the page is the same."""

import re
from pathlib import Path

from nardy.error_rates.performance_rating import PR_SCALE

WEB = Path(__file__).parents[2] / "src/nardy/web/js"


def test_the_page_has_the_same_scale() -> None:
    told = (WEB / "review/performance_rating.js").read_text("utf-8")
    found = re.search(r"export const PR_SCALE = (\d+);", told)
    assert found
    assert float(found[1]) == PR_SCALE
