"""Every router of the reader's addresses, in the order in which they are asked."""

from sayso.web.reader.agreement import router as agreement_router
from sayso.web.reader.export import router as export_router
from sayso.web.reader.held import router as held_router
from sayso.web.reader.held_link import router as link_router
from sayso.web.reader.limits import router as limits_router
from sayso.web.reader.readers import router as readers_router
from sayso.web.reader.words import router as words_router
from sayso.web.reader.words_file import router as words_file_router

routers = (
    readers_router,
    agreement_router,
    limits_router,
    export_router,
    words_file_router,
    words_router,
    held_router,
    link_router,
)
