"""Errors of the framework for malformed requests and unknown addresses, in the club's own words."""

from collections.abc import Mapping
from typing import cast

from litestar import MediaType, exceptions
from litestar.handlers import HTTPRouteHandler
from litestar.response import Response

from nardy.errors import NardyError
from nardy.server.errors import code_of, says
from nardy.server.protocol.messages import MOST_BYTES
from nardy.server.protocol.shared import JsonObject
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.pages import LOOK, send_page

DESCRIBED = "/schema/openapi.json describes it"
# Content Too Large (RFC 9110, 15.5.14).
TOO_LARGE = 413
# The framework's key for the whole body.
_WHOLE = "data"


def refuse_malformed(
    request: AnyRequest, error: exceptions.HTTPException
) -> Response[dict[str, object]] | Response[bytes]:
    """The framework's answer with a message of what was expected, what was sent, and where.

    A browser that visits an unknown address gets the page, which says so.
    """
    if isinstance(error, exceptions.NotFoundException) and is_visit(request):
        page = send_page(request)
        page.status_code = page.status_code or 404
        return page
    message, status = sentence(request, error), error.status_code
    content: dict[str, object] = {"status_code": status, "detail": error.detail}
    if message is not None:
        content = refusal_body(NardyError(message), status)
    if isinstance(error.extra, list):
        content["extra"] = error.extra
    return Response(content, status_code=status, headers=error.headers, media_type=MediaType.JSON)


def is_visit(request: AnyRequest) -> bool:
    """Whether a person opens an address: a browser asks for HTML, and only then."""
    path, accepts = request.url.path, request.headers.get("accept", "")
    is_page = not path.startswith(("/api/", "/web/", "/schema"))
    return is_page and request.method in LOOK and "text/html" in accepts


def refusal_body(error: NardyError, status: int) -> dict[str, object]:
    """The body of a refusal: status, message, code, and a sentence in every language."""
    message = {"detail": str(error), "reason": str(error)}
    return {"status_code": status, **message, "law": code_of(error), "says": says(error)}


def sentence(request: AnyRequest, error: exceptions.HTTPException) -> str | None:
    """The message that replaces the framework's; None if the error already has one of nardy's."""
    where = f"{request.method} {request.url.path:.60}"
    if isinstance(error, exceptions.ValidationException):
        return _misshapen(error, where)
    if isinstance(error, exceptions.MethodNotAllowedException):
        return f"expected another method, got {where}; {DESCRIBED}"
    if isinstance(error, exceptions.NotFoundException):
        is_ours = error.detail != "Not Found"
        return None if is_ours else f"expected an address of the club, got {where}; {DESCRIBED}"
    if error.status_code == TOO_LARGE:
        return f"expected at most {_most_bytes(request)} bytes, got more in {where}; send less"
    if type(error) is exceptions.ClientException:
        return malformed(where, error.detail)
    return None


def _most_bytes(request: AnyRequest) -> int:
    """The most bytes of a body; a few routes take more than others."""
    handler = cast("Mapping[str, object]", request.scope).get("route_handler")
    known = handler.resolve_request_max_body_size() if isinstance(handler, HTTPRouteHandler) else 0
    return known or MOST_BYTES


def malformed(where: str, why: str) -> str:
    """The message for a body that is not JSON.

    >>> malformed("POST /api/me", "Input data was truncated")
    'expected JSON, got a truncated body in POST /api/me; /schema/openapi.json describes it'
    """
    because = why.removeprefix("JSON is malformed: ")
    got = "a truncated body" if "truncated" in why else f"a malformed body ({because})"
    return f"expected JSON, got {got} in {where}; {DESCRIBED}"


def _misshapen(error: exceptions.ValidationException, where: str) -> str:
    """The message for JSON or a query that does not fit the schema."""
    found: JsonObject = error.extra[0] if isinstance(error.extra, list) and error.extra else {}
    why, key = str(found.get("message", "")), str(found.get("key", _WHOLE))
    # For an empty body the message is only the name of the handler's argument.
    why = "a body, got none" if why == f"'{_WHOLE}'" else _lowered(why)
    place = f"in {where}" if key == _WHOLE else f"as {key!r:.60} in {where}"
    return f"expected {why} {place}; {DESCRIBED}"


def _lowered(why: str) -> str:
    """The message of msgspec, worded to continue after "expected".

    >>> _lowered("Expected `str`, got `int`")
    'str, got int'
    >>> _lowered("Object contains unknown field `x`")
    'only known fields, got x'
    """
    plain = why.replace("`", "").removeprefix("Expected ")
    if plain.startswith("Object contains unknown field "):
        return f"only known fields, got {plain.removeprefix('Object contains unknown field ')}"
    if plain.startswith("Object missing required field "):
        return f"the field {plain.removeprefix('Object missing required field ')}, got none"
    return plain[:1].lower() + plain[1:] if plain.startswith("Invalid") else plain
