"""Our own addresses: `/api/v1/…`, health and metrics. One error envelope: `{code, message, hint, docs}`.

What the rooms answer under `/api/v1` lives with them, HTML in `pages`. Start with `routes`.
"""

from sayso.web.api.errors import make_shape
from sayso.web.api.health import router as health_router
from sayso.web.api.routes import router
from sayso.web.pages.home import router as pages_router

__all__ = ["health_router", "make_shape", "pages_router", "router"]
