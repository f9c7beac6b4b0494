"""JSON answers: `JsonResponse(answer)` for a dataclass, or for anything else that has JSON."""

from typing import Any

from starlette.responses import Response

from sayso.core.json_text import render_json


class JsonResponse(Response):
    """As Starlette's, for any string and any answer (`core/json_text.py`)."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return render_json(content)
