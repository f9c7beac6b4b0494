"""A stretch of a text."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Half-open `[begin, end)` in code points, unless the holder says UTF-16 units."""

    begin: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.begin <= self.end:
            raise ValueError(f"a span needs 0 <= begin <= end, not [{self.begin}, {self.end})")

    def __len__(self) -> int:
        return self.end - self.begin

    def overlaps(self, other: "Span") -> bool:
        return self.begin < other.end and other.begin < self.end
