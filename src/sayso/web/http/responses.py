"""JSON answers that never fail on what a client sent."""

import json
from typing import Any

from starlette.responses import Response


def render_json(content: Any) -> bytes:
    """UTF-8; half a surrogate pair, which has no UTF-8, makes the whole answer use escapes."""
    try:
        return json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        return json.dumps(content, ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode()


class JsonResponse(Response):
    """As Starlette's, for any string."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return render_json(content)
