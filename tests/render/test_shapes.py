from tests.render.parsing import parsed

from nardy.render.shapes import box, centered, circle, element, line, written


def test_what_is_written_is_escaped() -> None:
    text = parsed(written("a < b & c", 10, 10, 12))
    assert text.text == "a < b & c"
    assert parsed(element("g", data_words='"<&')).get("data-words") == '"<&'


def test_an_empty_attribute_is_left_out() -> None:
    assert element("g", fill="") == "<g/>"


def test_python_words_lose_their_underscore() -> None:
    assert element("g", class_="die") == '<g class="die"/>'


def test_shapes_lie_where_they_should() -> None:
    assert centered(10, 10, 4) == box(8, 8, 4, 4)
    assert circle(1, 2, 3) == '<circle cx="1" cy="2" r="3"/>'
    assert 'fill="none"' in line("M0,0")
    assert 'fill="red"' in line("M0,0", fill="red")
