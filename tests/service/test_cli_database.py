"""Where the commands find their database, and where a backup goes, run as people run them."""

import gzip
import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from sayso.storage import Store

Run = Callable[..., Result]


@pytest.mark.parametrize(
    "arguments",
    [
        "ledger verify",
        "ledger export",
        "erase somebody --yes",
        "retention apply",
        "retention show",
        "key list",
        "key revoke abc",
        "shadow report",
        "db backup backup.gz",
    ],
)
def test_a_command_that_only_looks_refuses_a_wrong_folder_and_makes_nothing(
    run: Run, tmp_path: Path, arguments: str
) -> None:
    result = run(*arguments.split())
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(
        f"Error: There is no database at {tmp_path / 'data' / 'sayso.db'} yet.\n"
        "Hint: Set SAYSO_DATA_DIR or SAYSO_DATABASE_URL to the one you mean."
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", ["key create --name my-site", "retention set forum 30"])
def test_a_command_that_begins_something_makes_the_database(run: Run, tmp_path: Path, arguments: str) -> None:
    assert run(*arguments.split()).exit_code == 0
    assert (tmp_path / "data" / "sayso.db").exists()


@pytest.mark.parametrize(("file", "said"), [("-", "standard output"), ("/dev/fd/1", "/dev/fd/1")])
def test_a_backup_can_go_to_standard_output(run: Run, url: str, file: str, said: str) -> None:
    run("key", "create", "--name", "my-site")
    command = [sys.executable, "-m", "sayso", "db", "backup", file]
    done = subprocess.run(command, capture_output=True, timeout=60, check=True)
    header = json.loads(gzip.decompress(done.stdout).splitlines()[0])
    assert header["rows"]["keys"] == 1
    assert done.stderr.decode().startswith(f"Wrote 3 rows to {said}. SHA-256 of the contents: ")
    with Store.open(url) as store:
        assert len(store.keys.list()) == 1


@pytest.mark.usefixtures("run")
def test_a_backup_is_not_poured_over_a_terminal(url: str) -> None:
    Store.open(url).close()
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "sayso", "db", "backup", "-"]
    done = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, timeout=60, check=False)
    os.close(theirs)
    os.close(ours)
    assert done.returncode == 2
    assert b"A backup is no text for a terminal." in done.stderr


def test_a_backup_through_a_link_leaves_the_link(run: Run, tmp_path: Path) -> None:
    run("key", "create", "--name", "my-site")
    (tmp_path / "link.gz").symlink_to(tmp_path / "real.gz")
    assert run("db", "backup", str(tmp_path / "link.gz")).exit_code == 0
    assert (tmp_path / "link.gz").is_symlink()
    assert (tmp_path / "real.gz").stat().st_mode & 0o777 == 0o600


def test_replacing_the_database_warns_of_a_running_service(run: Run, tmp_path: Path) -> None:
    run("key", "create", "--name", "my-site")
    backup = str(tmp_path / "backup.gz")
    run("db", "backup", backup)
    result = run("db", "restore", backup, "--replace")
    assert result.exit_code == 0
    assert "Stop it before, and start it again after." in result.stderr


def test_a_backup_with_a_broken_ledger_is_told_as_one(run: Run, url: str, tmp_path: Path) -> None:
    run("key", "create", "--name", "my-site")
    with Store.open(url) as store, store.transaction() as transaction:
        transaction.connection.exec_driver_sql("DROP TRIGGER ledger_refuses_update")
        transaction.connection.exec_driver_sql("UPDATE ledger SET actor = 'other'")
    backup = str(tmp_path / "backup.gz")
    run("db", "backup", backup)
    result = run("db", "restore", backup, "--replace")
    assert result.exit_code == 1
    assert (
        f"Error: {backup} cannot be restored: its ledger is broken at entry 1"
        " (its contents do not match its hash; it was changed).\n"
        "Hint: Nothing was changed. Try another backup.\n"
    ) in result.stderr


def test_an_open_quotation_mark_ends_a_run_with_1(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text('id,text\n1,hello\n2,"open\n3,you there\n')
    result = run("score", str(tmp_path / "a.csv"), "--format", "jsonl")
    first, swallowed = map(json.loads, result.stdout.splitlines())
    assert result.exit_code == 1
    assert "scores" in first
    assert "Is a quotation mark left open?" in swallowed["error"]


def add_shadow(url: str, *, model: str, community: str) -> None:
    with Store.open(url) as store, store.transaction() as transaction:
        scores = {"TOXICITY": 0.5}
        store.shadows.add(
            transaction, community=community, content=None, ours=scores, theirs=scores, model=model
        )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--model", "nope"], "No comparisons for model 'nope'; there are: linear.v1, linear.v2."),
        (["--community", "nope"], "No comparisons for community 'nope'; there are: forum, wiki."),
        (
            ["--community", "wiki", "--model", "linear.v1"],
            "No comparisons for model 'linear.v1' in community 'wiki'; there are: linear.v2.",
        ),
        (["--attribute", "INSULT"], "No comparisons of INSULT; there are: TOXICITY."),
    ],
)
def test_a_report_on_what_is_not_there_lists_what_is(
    run: Run, url: str, arguments: list[str], said: str
) -> None:
    add_shadow(url, model="linear.v1", community="forum")
    add_shadow(url, model="linear.v2", community="wiki")
    result = run("shadow", "report", *arguments)
    assert result.stdout == said + "\n"


def test_the_dates_of_keys_are_written_as_in_the_ledger(run: Run) -> None:
    run("key", "create", "--name", "my-site")
    (listed,) = map(json.loads, run("key", "list", "--format", "jsonl").stdout.splitlines())
    run("key", "revoke", listed["id"])
    (revoked,) = map(json.loads, run("key", "list", "--format", "jsonl").stdout.splitlines())
    entries = [json.loads(line)["at"] for line in run("ledger", "export").stdout.splitlines()]
    assert [revoked["created_at"], revoked["revoked_at"]] == entries
    assert all(at.endswith("Z") for at in entries)
