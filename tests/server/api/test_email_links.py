from pathlib import Path

from litestar.testing import TestClient

from nardy.server import create_app


def test_the_page_of_a_link_speaks_the_readers_language_and_repeats_nothing(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path / "club.db")) as client:
        for language, words in (("ru", "больше не действует"), ("en", "no longer valid")):
            answer = client.get("/mail/leave/%3Cb%3Ex", headers={"accept-language": language})
            assert answer.status_code == 404
            assert words in answer.text
            assert "<b>" not in answer.text
            assert answer.headers["content-type"].startswith("text/html")
            assert "default-src 'none'" in answer.headers["content-security-policy"]
