"""The runtime under a model: what it gives, from which thread, and that it keeps to itself."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from sayso.scoring.graph import Graph
from sayso.testing.counting_encoder import IDS, make_graph

ROW = np.array([[IDS["[CLS]"], IDS["idiot"], IDS["[SEP]"]]], np.int64)

LISTEN = """
import os, sys
REFUSED = ("socket.connect", "socket.getaddrinfo", "socket.sendto")
REFUSED += ("os.fork", "os.posix_spawn", "subprocess.Popen")
def refuse(event, arguments):
    if event in REFUSED:
        print(event, arguments, file=sys.stderr, flush=True)
        os._exit(3)  # an exception could be caught, or end a thread alone
sys.addaudithook(refuse)
from pathlib import Path
import numpy as np
from sayso.scoring.graph import Graph
graph = Graph(Path(sys.argv[1]).read_bytes())
row = np.ones((1, 4), np.int64)
print(graph.run(["attributes"], {"ids": row, "mask": row})[0].shape)
print([name for name in sys.modules if "telemetry" in name or ".ovc" in name])
"""


def run(graph: Graph, row: NDArray[np.int64]) -> list[list[float]]:
    return graph.run(["attributes"], {"ids": row, "mask": np.ones_like(row)})[0].tolist()


def test_outputs_are_named_and_given_in_the_order_asked_for() -> None:
    graph = Graph(make_graph())
    assert {"attributes", "classes", "attention"} <= graph.outputs
    classes, attributes = graph.run(["classes", "attributes"], {"ids": ROW, "mask": np.ones_like(ROW)})
    assert attributes.tolist() == [[1.0, 1.0]]
    assert classes.tolist() == [[0.0, 2.0, 1.0]]


def test_an_answer_stays_what_it_was_when_the_graph_runs_again() -> None:
    graph = Graph(make_graph())
    inputs = {"ids": ROW, "mask": np.ones_like(ROW)}
    (first,) = graph.run(["attributes"], inputs)
    graph.run(["attributes"], inputs | {"ids": np.full_like(ROW, IDS["stupid"])})
    assert first.tolist() == [[1.0, 1.0]]


def test_threads_that_share_a_graph_get_their_own_answers() -> None:
    graph = Graph(make_graph())
    rows = [np.full((1, length), IDS["fool"], np.int64) for length in range(1, 30)] * 4
    expected = [run(graph, row) for row in rows]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(run, [graph] * len(rows), rows)) == expected


def test_a_damaged_graph_is_an_error_at_once() -> None:
    with pytest.raises(RuntimeError):
        Graph(make_graph()[:200])


def test_nothing_is_sent_to_anybody(tmp_path: Path) -> None:
    """Importing the runtime's conversion tools reports it to their makers; so they are not imported.

    They keep still by themselves where they take the machine for one that tests software.
    """
    path = tmp_path / "graph.onnx"
    path.write_bytes(make_graph())
    quiet = ("CI", "TF_BUILD", "JENKINS_URL")
    environment = {name: value for name, value in os.environ.items() if name not in quiet}
    ran = subprocess.run(
        [sys.executable, "-c", LISTEN, str(path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=environment | {"HOME": str(tmp_path)},
    )
    assert (ran.returncode, ran.stdout.split("\n")[:2]) == (0, ["(1, 2)", "[]"]), ran.stderr
    assert [one.name for one in tmp_path.iterdir()] == ["graph.onnx"]
