"""Parts of pages that are made on the server: words that cannot break out, moments, names of scores."""

from datetime import datetime
from html import escape

PAGE_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'",
    "X-Robots-Tag": "noindex, nofollow",
}
"""For pages behind a link: no script, one style sheet, forms to here alone, kept from search engines."""


def clean(words: str) -> str:
    """Safe inside a page; half a surrogate pair and NUL, which no page can hold, become a replacement."""
    return escape(words.encode("utf-16", "surrogatepass").decode("utf-16", "replace")).replace("\0", "\ufffd")


def show_moment(moment: datetime) -> str:
    shown = f"{moment.day} {moment:%B %Y, %H:%M} UTC"
    return f'<time datetime="{moment:%Y-%m-%dT%H:%M:%SZ}">{shown}</time>'


def name_attribute(attribute: str) -> str:
    """`IDENTITY_ATTACK` is "Identity attack"."""
    return clean(attribute).replace("_", " ").capitalize()


def show_points(score: float) -> str:
    """Out of 100."""
    return str(round(score * 100))
