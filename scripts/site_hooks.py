"""Hooks of MkDocs: the site is made by scripts/pages/site.py, which the tests know, too."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from scripts.pages.site import (  # noqa: E402 (found by the path above)
    on_config,
    on_files,
    on_page_markdown,
    on_post_build,
)

__all__ = ["on_config", "on_files", "on_page_markdown", "on_post_build"]
