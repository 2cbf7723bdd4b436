import json
import re

import pytest

from nardy.server.api.avatar_names import ORNAMENTS, TONES, avatar_of
from nardy.server.errors import RefusedError
from nardy.server.web.static_files import web_files

DRAWING = web_files()["/js/avatars/drawing.js"].content.decode()


@pytest.mark.parametrize(("name", "those"), [("ORNAMENTS", ORNAMENTS), ("TONES", TONES)])
def test_the_page_draws_what_the_club_keeps(name: str, those: tuple[str, ...]) -> None:
    told = re.search(rf"{name} = (\[.*\]);", DRAWING)
    assert told
    assert tuple(json.loads(told[1])) == those


def test_every_ornament_has_a_drawing_and_every_tone_but_the_first_a_style() -> None:
    for ornament in ORNAMENTS:
        assert f"\n  {ornament}: () =>" in DRAWING
    styles = web_files()["/css/page.css"].content.decode()
    for tone in TONES[1:]:
        assert f".avatar.{tone} " in styles


def test_a_picture_is_one_of_the_list_or_that_of_the_name() -> None:
    for ornament in ORNAMENTS:
        for tone in TONES:
            assert avatar_of(f"{ornament}-{tone}") == f"{ornament}-{tone}"
    assert avatar_of("") == ""


@pytest.mark.parametrize(
    "text", ["sun", "sun-", "-night", "sun-night-", "Sun-night", "moon-night", "<svg>"]
)
def test_what_is_not_on_the_list_is_refused(text: str) -> None:
    with pytest.raises(RefusedError, match="expected an ornament and a tone") as refused:
        avatar_of(text)
    assert refused.value.code == "avatar"
