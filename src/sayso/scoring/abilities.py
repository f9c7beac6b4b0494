"""What a scorer may have beside what every one must: a map onto Perspective's scale, connections to close."""

from collections.abc import Callable

from sayso.core import ScaleMap, Scorer


def find_scale_map(scorer: Scorer) -> ScaleMap | None:
    """The scorer's own map onto Perspective's scale; without one its scores are passed on as they are."""
    return getattr(scorer, "scale_map", None)


def close_scorer(scorer: Scorer) -> None:
    """A scorer that holds connections has `close`; the others need none."""
    close: Callable[[], None] | None = getattr(scorer, "close", None)
    if close is not None:
        close()
