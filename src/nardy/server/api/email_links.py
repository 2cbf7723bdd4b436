"""HTTP: the pages of the links in e-mails, which work without signing in.

Programs that scan e-mails follow links by GET, so a link alone changes nothing: its page has one button.
Mail programs unsubscribe by a POST of their own (RFC 8058).
"""

from html import escape

from litestar import Response, get, post
from litestar.params import FromPath

from nardy.server.api.requests import club_of
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.guards import address_of
from nardy.server.web.pages import language_of
from nardy.translations import texts

CONFIRM, LEAVE = "/mail/confirm/{code:str}", "/mail/leave/{code:str}"
_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>nardy</title>
<link rel="stylesheet" href="/web/css/tokens.css">
<link rel="stylesheet" href="/web/css/page.css">
</head>
<body>
<main class="page">
<h1>{text}</h1>
{button}
<p><a href="/">{back}</a></p>
</main>
</body>
</html>
"""


@get(CONFIRM, include_in_schema=False)
async def ask_to_confirm(request: AnyRequest, code: FromPath[str]) -> Response[str]:
    """The page that confirms an address."""
    return await _asked(request, "confirm", "confirm_code", code)


@post(CONFIRM, include_in_schema=False)
async def confirm(request: AnyRequest, code: FromPath[str]) -> Response[str]:
    """Confirm an address."""
    _count(request)
    return _page(request, "confirmed" if await club_of(request).notices.confirm(code) else "gone")


@get(LEAVE, include_in_schema=False)
async def ask_to_leave(request: AnyRequest, code: FromPath[str]) -> Response[str]:
    """The page that ends all e-mails."""
    return await _asked(request, "leave", "leave_code", code)


@post(LEAVE, include_in_schema=False)
async def leave(request: AnyRequest, code: FromPath[str]) -> Response[str]:
    """Delete an address, so that no e-mail comes any more."""
    _count(request)
    return _page(request, "left" if await club_of(request).notices.leave(code) else "gone")


async def _asked(request: AnyRequest, key: str, column: str, code: str) -> Response[str]:
    _count(request)
    found = await club_of(request).notices.found_by(column, code)
    return _page(request, key if found else "gone", has_button=found is not None)


def _page(request: AnyRequest, key: str, *, has_button: bool = False) -> Response[str]:
    language = language_of(request.headers.get("accept-language", ""))
    words = {name: escape(text) for name, text in texts(language, "notices").items()}
    # Without an address the form is posted to where it stands.
    button = f'<button class="btn act">{words[f"page.{key}.go"]}</button>' if has_button else ""
    form = f'<form method="post">{button}</form>' if button else ""
    content = _PAGE.format(
        language=language, text=words[f"page.{key}"], button=form, back=words["page.back"]
    )
    return Response(content, media_type="text/html", status_code=404 if key == "gone" else 200)


def _count(request: AnyRequest) -> None:
    club_of(request).limits.take("ask", address=address_of(request))
