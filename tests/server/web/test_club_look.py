from nardy.server.web.club_look import ADDRESS, style_of, with_look
from nardy.server.web.pages import html_of_address


def test_a_club_without_a_color_has_no_sheet() -> None:
    page = html_of_address("/")
    assert with_look(page, "") is page
    assert style_of("").content == b""


def test_the_sheet_stands_after_all_others_under_an_address_of_its_own() -> None:
    page = html_of_address("/")
    shown = with_look(page, "walnut").content.decode()
    assert shown.count(f'href="{ADDRESS}?{style_of("walnut").tag}">\n</head>') == 1
    assert shown.replace(
        f'<link rel="stylesheet" href="{ADDRESS}?{style_of("walnut").tag}">\n', ""
    ) == (page.content.decode())
    assert with_look(page, "slate").tag != with_look(page, "walnut").tag


def test_the_sheet_sets_the_color_of_both_pages() -> None:
    told = style_of("#5869c5 #5869C5")
    assert told.content == b":root { --action: light-dark(#5869c5, #5869c5); }\n"
    assert told.kind == "text/css"
