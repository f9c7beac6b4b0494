"""A clock that a test sets by hand."""

from datetime import UTC, datetime, timedelta


class FakeClock:
    """Stands still until `advance` is called."""

    def __init__(self, now: datetime = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **duration: float) -> None:
        """Move on, by the arguments of `timedelta`: `clock.advance(days=2)`."""
        self.now += timedelta(**duration)
