"""`/v1/moderations` in OpenAI's shape: our attributes under its category names, its error envelope.

What has no model behind it scores 0 and is named in the header `x-sayso-unscored`.
Start with `moderations`; `categories` is the mapping, pure and on its own.
"""

from sayso.web.openai.errors import shape_error
from sayso.web.openai.moderations import router

__all__ = ["router", "shape_error"]
