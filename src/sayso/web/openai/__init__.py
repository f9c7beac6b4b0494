"""OpenAI's addresses: `/v1/moderations`, `/v1/chat/completions` and `/v1/models`, with its error envelope.

Start with the routes. `moderations`: our attributes under OpenAI's category names (`categories` is the
mapping, pure and on its own); what has no model behind it scores 0 and is named in the header
`x-sayso-unscored`. `chat_routes`: the guard in front of a chatbot; `chat_requests` says what of a request the
guard gets, `event_stream` has HTTP's side of a stream. What may not live here: rules. What becomes of a reply
is decided in `reader/guard`.
"""

from sayso.web.openai.errors import shape_error
from sayso.web.openai.moderations import router

__all__ = ["router", "shape_error"]
