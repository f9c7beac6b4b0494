"""Several threads and several processes at once, and a process that is killed."""

import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from sayso.core import Say
from sayso.core.errors import StoreBusy
from sayso.storage import Store

APPEND = """
import sys
from sayso.core import Say
from sayso.storage import Store
with Store.open(sys.argv[1]) as store:
    for number in range(40):
        with store.transaction() as transaction:
            store.ledger.append(transaction, Say("test.done", actor=sys.argv[2], subject=str(number)))
"""

SUBMIT_FOREVER = """
import sys
from sayso.storage import Store
store = Store.open(sys.argv[1])
number = 0
def add(transaction, number):
    return store.suggested_scores.add(
        transaction, community="c", content=f"remark {number}", scores={"INSULT": 1.0}
    )
while True:
    futures = []
    for _ in range(20):
        futures.append(store.submit(lambda transaction, number=number: add(transaction, number)))
        number += 1
    for future in futures:
        entry = future.result()
        print(entry.seq, entry.hash, flush=True)
"""


def run_python(script: str, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-W", "error", "-c", script, *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_processes_that_write_at_once_keep_one_chain(database_url: str) -> None:
    # They also create the tables at once: the database is new.
    writers = [run_python(APPEND, database_url, f"writer {number}") for number in range(4)]
    assert [writer.wait(timeout=120) for writer in writers] == [0, 0, 0, 0]
    for writer in writers:
        writer.communicate()
    with Store.open(database_url) as store:
        assert store.ledger.verify().problem is None
        entries = [(entry.actor, entry.subject) for entry in store.ledger.entries()]
    assert sorted(entries) == sorted((f"writer {w}", str(n)) for w in range(4) for n in range(40))


def test_threads_that_write_at_once_keep_one_chain(store: Store) -> None:
    def write(number: int) -> int:
        if number % 2:
            return store.submit(lambda t: store.ledger.append(t, Say("test.done"))).result(timeout=60).seq
        with store.transaction() as transaction:
            return store.ledger.append(transaction, Say("test.done")).seq

    with ThreadPoolExecutor(16) as pool:
        seqs = list(pool.map(write, range(200)))
    assert sorted(seqs) == list(range(1, 201))
    assert store.ledger.verify().problem is None


def test_nothing_acknowledged_is_lost_when_a_process_is_killed(database_url: str) -> None:
    process = run_python(SUBMIT_FOREVER, database_url)
    assert process.stdout is not None
    acknowledged = [process.stdout.readline() for _ in range(300)]
    process.send_signal(signal.SIGKILL)
    rest, _ = process.communicate(timeout=60)
    acknowledged += [line for line in rest.splitlines(keepends=True) if line.endswith("\n")]
    with Store.open(database_url) as store:
        assert store.ledger.verify().problem is None
        kept = {f"{entry.seq} {entry.hash}\n" for entry in store.ledger.entries()}
        contents = {row.seq: row.content for row in store.suggested_scores.rows()}
    assert len(acknowledged) >= 300
    assert set(acknowledged) <= kept
    assert all(content == f"remark {seq - 1}" for seq, content in contents.items())


def test_a_writer_waits_while_somebody_else_writes(store: Store, database_url: str) -> None:
    with Store.open(database_url) as other:
        with other.transaction() as transaction:
            other.ledger.append(transaction, Say("test.first"))
            waiting = store.submit(lambda t: store.ledger.append(t, Say("test.second")))
            time.sleep(0.3)
            assert not waiting.done()
        assert waiting.result(timeout=30).seq == 2


def test_a_submitted_work_is_tried_again_while_the_database_stays_busy(database_url: str) -> None:
    with Store.open(database_url, patience_s=1) as store, Store.open(database_url) as other:
        with other.transaction() as transaction:
            other.ledger.append(transaction, Say("test.first"))
            waiting = store.submit(lambda t: store.ledger.append(t, Say("test.second")))
            time.sleep(1.5)  # longer than one try lasts, and much shorter than all of them
        assert waiting.result(timeout=30).seq == 2


def test_a_submitted_work_fails_when_the_database_stays_busy_for_too_long(database_url: str) -> None:
    with Store.open(database_url, patience_s=0.1) as store, Store.open(database_url) as other:
        with other.transaction():
            waiting = store.submit(lambda t: store.ledger.append(t, Say("test.late")))
            assert isinstance(waiting.exception(timeout=30), StoreBusy)
        assert store.submit(lambda t: store.ledger.append(t, Say("test.next"))).result(timeout=30).seq == 1


def test_a_plain_transaction_gives_up_when_its_patience_ends(database_url: str) -> None:
    with Store.open(database_url, patience_s=0.5) as store, Store.open(database_url) as other:
        with other.transaction():
            begun = time.monotonic()
            with pytest.raises(StoreBusy, match="Somebody else is writing"):
                store.transaction().__enter__()
            assert 0.4 < time.monotonic() - begun < 5
        store.keys.create("afterwards")


def test_reading_sees_one_state_while_others_write(store: Store) -> None:
    with store.transaction() as transaction:
        for _ in range(1500):
            store.ledger.append(transaction, Say("test.done"))
    reading = store.ledger.entries()
    seqs = [next(reading).seq]
    with store.transaction() as transaction:
        store.ledger.append(transaction, Say("test.late"))
    seqs += [entry.seq for entry in reading]
    assert seqs == list(range(1, 1501))
