import gzip
from pathlib import Path

import pytest
from litestar.testing import TestClient

from nardy.server import create_app
from nardy.server.web.bundles import FIRST, sent_files, version
from nardy.server.web.static_files import File, web_files

MAIN = "/js/main.js"


@pytest.fixture
def client(tmp_path: Path):
    with TestClient(create_app(tmp_path / "club.db")) as client:
        yield client


def test_every_file_is_packed_as_it_is() -> None:
    for name, file in web_files().items():
        assert gzip.decompress(file.packed) == file.content, name
    scripts = [file for name, file in web_files().items() if name.endswith(".js")]
    assert sum(len(one.packed) for one in scripts) < sum(len(one.content) for one in scripts) / 2


def test_the_same_content_has_the_same_tag_and_another_one_another() -> None:
    assert File.of(b"a", "text/css") == File.of(b"a", "text/css")
    assert File.of(b"a", "text/css").tag != File.of(b"b", "text/css").tag


def test_by_its_version_a_file_is_kept_for_good(client: TestClient) -> None:
    kept = client.get(f"/web/{version()}{FIRST}")
    assert kept.content == sent_files()[FIRST].content
    assert "immutable" in kept.headers["cache-control"]
    assert client.get(f"/web/{version()}/js/nothing.js").status_code == 404
    assert client.get("/web/../pyproject.toml").status_code == 404


def test_a_page_of_another_version_gets_a_script_that_loads_it_again(client: TestClient) -> None:
    again = web_files()["/js/reload.js"].content
    for path in ("/js/review/page.js", "/js/circles/circle.js", FIRST, MAIN):
        for old in ("0" * 16, "0" * 12):
            asked = client.get(f"/web/{old}{path}")
            assert asked.content == again, path
            assert asked.headers["cache-control"] == "no-cache"
    assert client.get("/web/js/review/page.js").content == web_files()["/js/review/page.js"].content
    style = client.get(f"/web/{'0' * 16}/css/page.css")
    assert style.content == web_files()["/css/page.css"].content


@pytest.mark.parametrize("accepted", ["gzip, br", "identity"])
def test_a_browser_with_its_own_copy_is_told_that_it_is_still_good(
    client: TestClient, accepted: str
) -> None:
    first = client.get("/", headers={"accept-encoding": accepted})
    assert first.headers.get("content-encoding", "identity") == accepted.partition(",")[0]
    headers = {"accept-encoding": accepted, "if-none-match": first.headers["etag"]}
    again = client.get("/", headers=headers)
    assert again.status_code == 304
    assert not again.content
    other = client.get(
        "/",
        headers={**headers, "accept-encoding": "gzip" if accepted != "gzip, br" else "identity"},
    )
    assert other.status_code == 200


@pytest.mark.parametrize("path", ["/", "/play/abc", "/worker.js", f"/web/{version()}{FIRST}"])
def test_what_can_be_got_can_be_asked_about(client: TestClient, path: str) -> None:
    got, asked = client.get(path), client.head(path)
    assert asked.status_code == got.status_code == 200
    assert asked.headers["etag"] == got.headers["etag"]
