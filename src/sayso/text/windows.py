"""Long texts cut into overlapping windows, so that a scorer of short texts reads all of them."""

from sayso.core import Span


def split_windows(text: str, *, size: int, overlap: int) -> list[Span]:
    """Spans of at most `size` code points that cover `text` with no gap, each but the first
    repeating up to `overlap` code points of the one before.

    Cuts fall after white space where there is any in the second half of a window. Never empty:
    a text that fits, the empty one too, is one window.
    """
    if not 0 <= overlap < size:
        raise ValueError(f"windows need 0 <= overlap < size, not overlap {overlap} and size {size}")
    windows: list[Span] = []
    begin = 0
    while len(text) - begin > size:
        end = _cut_back(text, begin + size, least=begin + max(size // 2, overlap + 1))
        windows.append(Span(begin, end))
        begin = _cut_forward(text, end - overlap, most=end)
    windows.append(Span(begin, len(text)))
    return windows


def _cut_back(text: str, end: int, *, least: int) -> int:
    """The last offset in `[least, end]` that follows white space, else `end`."""
    for index in range(end, least - 1, -1):
        if text[index - 1].isspace():
            return index
    return end


def _cut_forward(text: str, begin: int, *, most: int) -> int:
    """The first offset in `[begin, most)` that follows white space, else `begin`."""
    for index in range(begin, most):
        if text[index - 1].isspace():
            return index
    return begin
