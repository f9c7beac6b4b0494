"""Entries a second: written to SQLite by producers who each wait until theirs is durable, and verified.

Beside it one transaction an entry, which is what group commit saves. Run: python benchmarks/store.py
[--producers 200] [--entries 4000]
"""

import argparse
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from sayso.storage import Store, Transaction

CONTENT = "What a silly goose you are, and how long this comment has become by now."
ALONE = 10
"""One transaction an entry is slow: one entry in this many must do."""


def add(store: Store, transaction: Transaction) -> None:
    store.suggested_scores.add(
        transaction, community="default", content=CONTENT, scores={"TOXICITY": 0.5}, session="session"
    )


def submit_and_wait(store: Store, count: int) -> list[float]:
    """Seconds that each of `count` entries took, one after the other."""
    times: list[float] = []
    for _ in range(count):
        began = time.perf_counter()
        store.submit(lambda transaction: add(store, transaction)).result()
        times.append(time.perf_counter() - began)
    return times


def submit_from_many(store: Store, *, producers: int, entries: int) -> list[float]:
    with ThreadPoolExecutor(producers) as pool:
        runs = list(pool.map(submit_and_wait, [store] * producers, [entries // producers] * producers))
    return [taken for run in runs for taken in run]


def write_one_by_one(store: Store, *, entries: int) -> None:
    for _ in range(entries):
        with store.transaction() as transaction:
            add(store, transaction)


def measure(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--producers", type=int, default=200)
    parser.add_argument("--entries", type=int, default=4000)
    options = parser.parse_args()
    with TemporaryDirectory() as folder, Store.open(f"sqlite:///{Path(folder) / 'store.db'}") as store:
        report(store, producers=options.producers, entries=options.entries)


def report(store: Store, *, producers: int, entries: int) -> None:
    began = time.perf_counter()
    times = submit_from_many(store, producers=producers, entries=entries)
    rate = len(times) / (time.perf_counter() - began)
    alone = entries // ALONE / measure(lambda: write_one_by_one(store, entries=entries // ALONE))
    kept = store.ledger.head().seq
    verified = kept / measure(lambda: store.ledger.verify().require_intact())
    print(f"SQLite, {producers} producers, {len(times):,} entries with a text each")
    print(f"group commit   {rate:>9,.0f} entries/s, median wait {statistics.median(times) * 1000:.0f} ms")
    print(f"one by one     {alone:>9,.0f} entries/s")
    print(f"ratio          {rate / alone:>9.1f}")
    print(f"verify         {verified:>9,.0f} entries/s")


if __name__ == "__main__":
    main()
