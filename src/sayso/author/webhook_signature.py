"""What a platform is sent is signed as Standard Webhooks has it, so that it can tell ours from a forgery."""

import base64
import hashlib
import hmac
from collections.abc import Mapping


def sign(body: bytes, *, key: bytes, message_id: str, timestamp: int) -> Mapping[str, str]:
    """The three headers. The time is signed too, so that an old message cannot be sent again later."""
    signed = f"{message_id}.{timestamp}.".encode() + body
    digest = hmac.new(key, signed, hashlib.sha256).digest()
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": f"v1,{base64.b64encode(digest).decode()}",
    }
