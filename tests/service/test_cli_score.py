"""`sayso score` as a process, with the shipped model: pipes, terminals, signals, memory."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

SAYSO = [sys.executable, "-m", "sayso"]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return os.environ | {"SAYSO_DATA_DIR": str(tmp_path / "data"), "COLUMNS": "100"}


def run(
    *arguments: str, environment: Mapping[str, str], stdin: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    command = [*SAYSO, "score", *arguments]
    return subprocess.run(
        command, input=stdin, env=environment, capture_output=True, timeout=120, check=False
    )


def read_lines(done: subprocess.CompletedProcess[bytes]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_an_insult_ranks_far_above_a_compliment(environment: Mapping[str, str]) -> None:
    done = run("-", environment=environment, stdin=b"You are a wonderful person\nyou stupid idiot\n")
    assert (done.returncode, done.stderr) == (0, b"")
    kind, rude = read_lines(done)
    assert [kind["model"], rude["model"]] == ["linear.v1"] * 2
    assert kind["scores"]["TOXICITY"] < 0.2
    assert rude["scores"]["TOXICITY"] > 0.8


def test_scoring_makes_neither_a_folder_nor_a_database(environment: Mapping[str, str]) -> None:
    run("-", environment=environment, stdin=b"hello\n")
    assert not Path(environment["SAYSO_DATA_DIR"]).exists()


def test_perspectives_scale_keeps_the_order(environment: Mapping[str, str]) -> None:
    texts = b"You are a wonderful person\nthat is a silly idea\nyou stupid idiot\n"
    ours, theirs = (
        [
            line["scores"]["TOXICITY"]
            for line in read_lines(run("-", *scale, environment=environment, stdin=texts))
        ]
        for scale in ([], ["--scale", "perspective"])
    )
    assert ours != theirs
    assert sorted(range(3), key=ours.__getitem__) == sorted(range(3), key=theirs.__getitem__)


def test_whatever_bytes_come_every_line_is_answered_in_order(environment: Mapping[str, str]) -> None:
    lines = [
        b"\xff\xfe\x00",
        b"",
        b"ok",
        b"\x00",
        "🙂".encode(),
        b"x" * 300_000,
        b"\xf0\x9f",
        b"a\rb",
        b"last",
    ]
    done = run("-", environment=environment, stdin=b"first\n" + b"\n".join(lines))
    assert done.returncode == 1
    answers = read_lines(done)
    assert [answer["text"] for answer in answers] == [
        "first",
        *(line.decode(errors="replace") for line in lines),
    ]
    assert [index for index, answer in enumerate(answers) if "error" in answer] == [1, 2, 7]
    assert done.stderr.startswith(b"Error: 3 of 10 lines have no score: ")


def test_a_reader_that_leaves_early_is_no_error_to_speak_of(environment: Mapping[str, str]) -> None:
    command = " ".join([*SAYSO, "score", "-"])
    done = subprocess.run(
        f"yes 'hello there' | head -n 200000 | {command} | head -n 1",
        shell=True, env=environment, capture_output=True, timeout=120, check=False,
    )  # fmt: skip
    assert json.loads(done.stdout)["text"] == "hello there"
    assert done.stderr == b""


def _hear_ctrl_c() -> None:
    """A process in the background of a shell ignores it, and so do its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_ctrl_c_ends_with_130_and_leaves_no_half_file(environment: Mapping[str, str], tmp_path: Path) -> None:
    out = tmp_path / "out" / "scored.jsonl"
    out.parent.mkdir()
    command = [*SAYSO, "score", "-", "--out", str(out)]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        preexec_fn=_hear_ctrl_c,
    ) as process:
        assert process.stdin is not None
        process.stdin.write(b"hello\n")
        process.stdin.flush()
        _wait_for(lambda: any(out.parent.iterdir()))
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in said
    assert list(out.parent.iterdir()) == []


def _wait_for(happens: Any) -> None:
    deadline = time.monotonic() + 60
    while not happens():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_slow_pipe_gets_its_answers_as_it_asks(environment: Mapping[str, str]) -> None:
    with subprocess.Popen(
        [*SAYSO, "score", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for text in ("one", "two"):
            process.stdin.write(f"{text}\n".encode())
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["text"] == text
        process.communicate(timeout=60)
    assert process.returncode == 0


def test_a_terminal_gets_a_table_and_no_bar_in_between(environment: dict[str, str]) -> None:
    ours, theirs = pty.openpty()
    command = [*SAYSO, "score", "-", "--attributes", "TOXICITY"]
    environment = environment | {"NO_COLOR": "1"}
    done = subprocess.run(
        command,
        input=b"you stupid idiot\n",
        stdout=theirs,
        stderr=subprocess.PIPE,
        env=environment,
        check=True,
    )
    os.close(theirs)
    printed = os.read(ours, 10_000).decode().replace("\r\n", "\n")
    os.close(ours)
    caption, head, row = printed.splitlines()
    assert (caption, head) == ("linear.v1, sayso scale", "TOXICITY  text")
    assert row.endswith("  you stupid idiot")
    assert done.stderr == b""


def test_typing_into_a_terminal_is_explained(environment: dict[str, str]) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*SAYSO, "score", "-"], stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as process:
        os.write(ours, b"hello\n\x04")
        out, said = process.communicate(timeout=60)
    os.close(theirs)
    os.close(ours)
    assert json.loads(out)["text"] == "hello"
    assert said == b"Reading texts from the terminal, one a line; Ctrl-D ends.\n"


def test_parquet_is_not_poured_onto_a_terminal(environment: dict[str, str]) -> None:
    ours, theirs = pty.openpty()
    command = [*SAYSO, "score", "-", "--format", "parquet"]
    done = subprocess.run(
        command, input=b"hello\n", stdout=theirs, stderr=subprocess.PIPE, env=environment, check=False
    )
    os.close(theirs)
    os.close(ours)
    assert done.returncode == 1
    assert done.stderr.startswith(b"Error: Parquet is not for reading on a terminal.\n")


def test_memory_does_not_grow_with_the_file(environment: Mapping[str, str], tmp_path: Path) -> None:
    """Twelve times the file, at most a few megabytes more."""
    peaks = [_measure_peak_kb(tmp_path, environment, lines=lines) for lines in (5_000, 60_000)]
    assert peaks[1] - peaks[0] < 16 * 1024


def _measure_peak_kb(folder: Path, environment: Mapping[str, str], *, lines: int) -> int:
    source = folder / f"{lines}.csv"
    source.write_text("id,text\n" + "".join(f"{n},somebody wrote line {n}\n" for n in range(lines)))
    arguments = ["score", str(source), "--out", str(folder / "out.csv")]
    program = (
        "from pathlib import Path\nfrom sayso.cli import main\n"
        f"try: main({arguments!r})\nexcept SystemExit: pass\n"
        "print(Path('/proc/self/status').read_text().partition('VmHWM:')[2].split()[0])"
    )
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=True)
    return int(done.stdout)  # Linux only; getrusage would count the process that started this one
