"""Our own addresses: `/api/v1/…`, health, metrics, pages. One error envelope: `{code, message, hint, docs}`.

Start with `routes`; `pages` has the only HTML.
"""

from sayso.web.own.errors import make_shape
from sayso.web.own.health import router as health_router
from sayso.web.own.pages import router as pages_router
from sayso.web.own.routes import router

__all__ = ["health_router", "make_shape", "pages_router", "router"]
