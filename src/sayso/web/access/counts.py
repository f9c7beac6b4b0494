"""The limiter's counts in the store, so that workers add up and a quota outlives a restart."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from sayso.storage import Store, Transaction, Window
from sayso.web.access.limits import KeyWindow


class StoreCounts:
    """`SharedCounts` in the database. Both methods block; the limiter calls them off the event loop."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def add(self, counts: Mapping[KeyWindow, int]) -> None:
        kept = {(window.key_id, _as_kept(window)): count for window, count in counts.items()}

        def work(transaction: Transaction) -> None:
            self._store.usage.add(transaction, kept)

        self._store.submit(work).result()

    def totals(self, windows: Iterable[KeyWindow]) -> Mapping[KeyWindow, int]:
        by_key: defaultdict[str, list[KeyWindow]] = defaultdict(list)
        for window in windows:
            by_key[window.key_id].append(window)
        totals: dict[KeyWindow, int] = {}
        for key_id, asked in by_key.items():
            found = self._store.usage.totals(key_id, [_as_kept(window) for window in asked])
            totals.update((window, found[_as_kept(window)]) for window in asked)
        return totals


def _as_kept(window: KeyWindow) -> Window:
    return Window(window.period, datetime.fromtimestamp(window.start, UTC))
