"""Perspective's wire format: existing clients are pointed here and notice nothing.

`routes` has the addresses, `calls` answers one call, `analyze` and `suggest` are the two methods, `batch`
many calls at once, `discovery` the document that client libraries read. Shapes, names and refusals are those
of Perspective; where it leaves room, docs/decisions/0011 says what we chose. No rule about scores lives here.
Start with `calls`.
"""

from sayso.web.perspective.errors import shape_error
from sayso.web.perspective.routes import router

__all__ = ["router", "shape_error"]
