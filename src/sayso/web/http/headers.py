"""Headers on every answer that keep browsers from doing more with it than we mean."""

from collections.abc import Mapping

_NO_FRAMES = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

SECURITY_HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": f"default-src 'none'; {_NO_FRAMES}",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
}
"""Added where the answer does not set them itself."""

PAGE_POLICY = f"default-src 'none'; style-src 'self'; img-src 'self'; {_NO_FRAMES}"
"""For our own pages: one style sheet and the icon from here, no script at all."""


def make_script_policy(nonce: str) -> str:
    """For pages with a script: all from here alone, and style elements that carry this answer's nonce."""
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; connect-src 'self'; "
        f"img-src 'self' data:; {_NO_FRAMES}"
    )
