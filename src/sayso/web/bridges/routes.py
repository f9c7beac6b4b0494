"""The routers of all bridges."""

from sayso.web.bridges.coral import router as coral_router
from sayso.web.bridges.judge import router as judge_router
from sayso.web.bridges.litellm import router as litellm_router

routers = (judge_router, litellm_router, coral_router)
