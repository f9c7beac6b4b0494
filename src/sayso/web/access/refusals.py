"""What is said to a caller who may not: 401 to one whom nobody knows, 403 to one who is known."""

from collections.abc import Mapping

from sayso.core.errors import Forbidden, NotAllowed, SaysoError
from sayso.web.access.callers import Anyone, Caller
from sayso.web.access.readers import HOW_TO_GET_ONE
from sayso.web.access.table import Permission

KEY_HINT = (
    "Send it as 'Authorization: Bearer KEY', as header 'x-api-key' or as '?key=KEY'. "
    "Make one with: sayso key create --name my-site"
)
_ADMIN = (
    "Setting a policy needs an API key of the role admin.",
    "Make one with: sayso key create --name policies --role admin",
)
_TOKEN = ("This address needs a reader token, and the request has none.", HOW_TO_GET_ONE)
_NEEDED: Mapping[Permission, tuple[str, str]] = {
    "draft": ("Authors need an API key here, and the request has none.", KEY_HINT),
    "object": ("Authors need an API key here, and the request has none.", KEY_HINT),
    "become_reader": ("Making a reader needs an API key here, and the request has none.", KEY_HINT),
    "be_reader": _TOKEN,
    "set_policy": _ADMIN,
}
_KEY_NEEDED = ("This service needs an API key, and the request has none.", KEY_HINT)
_FORBIDDEN: Mapping[Permission, tuple[str, str]] = {
    "chat": (
        "Readers need the API key of their platform here; a reader token is not enough.",
        KEY_HINT,
    ),
    "be_reader": _TOKEN,
    "set_policy": _ADMIN,
}
"""What each kind of caller lacks; the table leaves no other."""


class NoKey(NotAllowed):
    """Nothing at all was sent to know the caller by."""


def refuse_unknown_key() -> NotAllowed:
    return NotAllowed("This API key is not known here or was revoked.", hint=KEY_HINT)


def refuse(caller: Caller, permission: Permission) -> SaysoError:
    """For a caller whose role lacks the permission."""
    if isinstance(caller, Anyone):
        message, hint = _NEEDED.get(permission, _KEY_NEEDED)
        return NoKey(message, hint=hint)
    message, hint = _FORBIDDEN[permission]
    return Forbidden(message, hint=hint)
