"""The lessons as the page reads them: each step with the words that games share."""

import json
from typing import Any

from nardy.server.web.static_files import web_files

SHARED: dict[str, Any] = json.loads(web_files()["/lessons/shared.json"].content)
LESSONS: dict[str, dict[str, Any]] = {
    name[9:-5]: json.loads(file.content)
    for name, file in web_files().items()
    if name.startswith("/lessons/") and name != "/lessons/shared.json"
}
for lesson in LESSONS.values():
    lesson["steps"] = [{**SHARED.get(step.get("like"), {}), **step} for step in lesson["steps"]]
POSITIONS = [step["position"] for lesson in LESSONS.values() for step in lesson["steps"]]
