"""What an author meets: the draft, objections, the page to write on, and the tool on other sites.

No rule about words or scores lives here; those are in `sayso.author` and `sayso.explaining`.
Start with `draft`; `embed` brings the tool to other sites.
"""

from sayso.web.author.draft import router as draft_router
from sayso.web.author.embed import router as embed_router
from sayso.web.author.objections import router as objections_router
from sayso.web.author.pages import router as pages_router

routers = (draft_router, embed_router, objections_router, pages_router)

__all__ = ["routers"]
