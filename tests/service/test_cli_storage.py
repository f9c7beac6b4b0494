"""The commands about keys, ledger, database, retention, persons and shadows, run as people run them."""

import csv
import gzip
import hashlib
import io
import json
import os
import pty
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from sayso.cli.db import describe_upgrade
from sayso.cli.erase import ask, erase
from sayso.storage import Entry, Store
from sayso.storage.access.secrets import SIGNING
from sayso.storage.ledger.texts import Texts
from sayso.web.access.tokens import BadToken, Tokens

Run = Callable[..., Result]


def add_feedback(url: str, *, count: int = 1, session: str = "session 1", content: str = "you goose") -> None:
    with Store.open(url) as store, store.transaction() as transaction:
        for number in range(count):
            store.suggested_scores.add(
                transaction,
                community="forum",
                content=content,
                scores={"TOXICITY": 0.5},
                session=session,
                client_token=f"comment {number}",
            )


def damage(url: str) -> None:
    with Store.open(url) as store, store.transaction() as transaction:
        transaction.connection.exec_driver_sql("DROP TRIGGER ledger_refuses_update")
        transaction.connection.exec_driver_sql("UPDATE ledger SET actor = 'other' WHERE seq = 2")


def test_no_keys_yet_says_how_to_create_one(run: Run, url: str) -> None:
    Store.open(url).close()
    result = run("key", "list")
    assert (result.exit_code, result.stdout) == (
        0,
        "No keys yet. Create one: sayso key create --name my-site\n",
    )


def test_a_created_key_prints_only_its_secret_to_standard_output(run: Run, url: str) -> None:
    result = run("key", "create", "--name", "my-site", "--per-minute", "60", "--scale", "sayso")
    assert result.exit_code == 0
    secret = result.stdout.strip()
    with Store.open(url) as store:
        key = store.keys.find(secret)
    assert key is not None
    assert (key.name, key.role, key.community, key.scale, key.per_minute) == (
        "my-site",
        "service",
        "default",
        "sayso",
        60,
    )
    assert "it is not shown again" in result.stderr
    assert f"sayso key revoke {key.id}" in result.stderr
    assert secret not in result.stderr


def test_keys_are_listed_and_revoked(run: Run) -> None:
    run("key", "create", "--name", "my-site", "--role", "admin", "--community", "forum", "--per-day", "9")
    (listed,) = [json.loads(line) for line in run("key", "list", "--format", "jsonl").stdout.splitlines()]
    assert (listed["name"], listed["role"], listed["per_day"], listed["revoked_at"]) == (
        "my-site",
        "admin",
        9,
        None,
    )
    assert "secret" not in repr(listed)
    assert run("key", "revoke", listed["id"]).stdout == f"Key {listed['id']} for 'my-site' is revoked.\n"
    table = run("key", "list").stdout
    assert table.splitlines()[0].split()[:4] == ["ID", "NAME", "ROLE", "COMMUNITY"]
    assert "revoked 20" in table


def test_an_unknown_key_is_one_sentence_and_a_hint(run: Run, url: str) -> None:
    Store.open(url).close()
    result = run("key", "revoke", "abc")
    assert (result.exit_code, result.stderr) == (
        1,
        "Error: Unknown key 'abc'. Known: none.\nHint: Run: sayso key list\n",
    )


def test_an_empty_ledger_says_so(run: Run, url: str) -> None:
    Store.open(url).close()
    assert run("ledger", "verify").stdout.startswith("The ledger is empty.")
    assert run("ledger", "export").stdout == ""


def test_a_whole_ledger_prints_a_head_that_can_be_expected_later(run: Run, url: str) -> None:
    add_feedback(url, count=3)
    first = run("ledger", "verify")
    assert first.exit_code == 0
    assert "The ledger is whole: 3 entries, 3 texts, 0 of them erased." in first.stdout
    anchor = first.stdout.split("Head: ")[1].strip()
    add_feedback(url)
    assert run("ledger", "verify", "--expect", anchor).exit_code == 0
    result = run("ledger", "verify", "--expect", "2:" + "0" * 64)
    assert result.exit_code == 1
    assert "broken at entry 2: its hash is not the expected one" in result.stderr


def test_a_broken_ledger_names_the_entry_and_exits_with_1(run: Run, url: str) -> None:
    add_feedback(url, count=3)
    damage(url)
    result = run("ledger", "verify")
    assert result.exit_code == 1
    assert result.stderr.startswith(
        "Error: The ledger is broken at entry 2: its contents do not match its hash"
    )


@pytest.mark.parametrize("anchor", ["5", "5:abc", "x:" + "0" * 64])
def test_an_anchor_that_cannot_be_read_is_a_wrong_use(run: Run, anchor: str) -> None:
    result = run("ledger", "verify", "--expect", anchor)
    assert result.exit_code == 2
    assert "give SEQ:HASH" in result.stderr


def test_an_export_can_be_verified_with_nothing_but_json_and_sha_256(run: Run, url: str) -> None:
    """What docs/explanation/ledger.md shows."""
    add_feedback(url, count=3, content="lone \ud800 and \x00")
    previous = "0" * 64
    lines = run("ledger", "export", "--with-texts").stdout.splitlines()
    for entry in map(json.loads, lines):
        body = json.dumps(entry["body"], sort_keys=True, separators=(",", ":"))
        names = ("seq", "at", "kind", "community", "actor", "subject")
        fields = ["sayso.ledger.v1", *(entry[name] for name in names), body, previous]
        digest = hashlib.sha256(json.dumps(fields, separators=(",", ":")).encode()).hexdigest()
        assert entry["hash"] == digest
        previous = digest
        for text in entry["texts"]:
            salted = bytes.fromhex(text["salt"]) + text["content"].encode("utf-8", "surrogatepass")
            assert text["commitment"] == hashlib.sha256(salted).hexdigest()
    assert len(lines) == 3


def test_an_export_holds_texts_only_when_asked(run: Run, url: str) -> None:
    add_feedback(url)
    assert "goose" not in run("ledger", "export").stdout
    assert "session 1" not in run("ledger", "export").stdout
    assert "goose" in run("ledger", "export", "--with-texts").stdout


def test_an_export_can_be_a_csv_file(run: Run, url: str, tmp_path: Path) -> None:
    add_feedback(url, count=2)
    result = run("ledger", "export", "--format", "csv", "--with-texts", "--out", str(tmp_path / "ledger.csv"))
    assert (result.exit_code, result.stderr) == (0, "Exported 2 entries.\n")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "ledger.csv").read_text())))
    assert [row["seq"] for row in rows] == ["1", "2"]
    assert json.loads(rows[0]["body"])["scores"] == {"TOXICITY": 0.5}
    assert json.loads(rows[0]["texts"])[0]["content"] == "you goose"


@pytest.mark.parametrize(("more", "mode"), [([], 0o644), (["--with-texts"], 0o600)])
def test_an_export_with_texts_can_be_read_by_its_owner_alone(
    run: Run, url: str, tmp_path: Path, more: list[str], mode: int
) -> None:
    add_feedback(url)
    before = os.umask(0o022)
    try:
        run("ledger", "export", "--out", str(tmp_path / "ledger.jsonl"), *more)
    finally:
        os.umask(before)
    assert (tmp_path / "ledger.jsonl").stat().st_mode & 0o777 == mode


def test_a_backup_is_restored_after_a_loss(run: Run, url: str, tmp_path: Path) -> None:
    add_feedback(url, count=2)
    backup = str(tmp_path / "backup.gz")
    result = run("db", "backup", backup)
    assert result.stdout.startswith(f"Wrote 5 rows to {backup}. SHA-256 of the contents: ")
    refused = run("db", "restore", backup)
    assert refused.exit_code == 1
    assert refused.stderr.startswith("Error: The database is not empty.")
    for file in (tmp_path / "data").iterdir():
        file.unlink()
    assert run("db", "restore", backup).stdout == f"Restored 5 rows from {backup}. The ledger is whole.\n"
    assert run("db", "restore", backup, "--replace").exit_code == 0
    assert "3 entries, 2 texts" in run("ledger", "verify").stdout


def test_a_damaged_backup_is_refused_in_a_sentence(run: Run, url: str, tmp_path: Path) -> None:
    add_feedback(url)
    path = tmp_path / "backup.gz"
    run("db", "backup", str(path))
    path.write_bytes(gzip.compress(gzip.decompress(path.read_bytes()).replace(b"forum", b"forun")))
    result = run("db", "restore", str(path), "--replace")
    assert result.exit_code == 1
    assert result.stderr.endswith(
        f"Error: {path} cannot be restored: its checksum does not match.\n"
        "Hint: Nothing was changed. Try another backup.\n"
    )


def test_upgrading_says_what_it_did(run: Run) -> None:
    assert run("db", "upgrade").stdout == "The database was empty; it now has the tables of revision 0003.\n"
    assert run("db", "upgrade").stdout == "The tables are up to date (revision 0003).\n"


def test_an_upgrade_names_both_revisions() -> None:
    assert describe_upgrade("0001", "0002") == "Upgraded the tables from revision 0001 to 0002."


def test_a_database_of_a_newer_version_is_told_on_every_command(run: Run, url: str) -> None:
    with Store.open(url) as store, store.transaction() as transaction:
        transaction.connection.exec_driver_sql("UPDATE sayso_version SET version_num = '9999'")
    for arguments in (["key", "list"], ["db", "upgrade"], ["db", "backup", "x.gz"]):
        result = run(*arguments)
        assert result.exit_code == 1
        assert "revision 9999, newer than this version of Sayso." in result.stderr


def test_retention_is_set_shown_and_applied(run: Run, url: str) -> None:
    Store.open(url).close()
    assert run("retention", "show").stdout.startswith("Texts are kept until somebody erases them.")
    assert run("retention", "apply").stdout.startswith("Texts are kept until somebody erases them.")
    assert "for 30 days" in run("retention", "set", "forum", "30").stdout
    assert run("retention", "show").stdout == "COMMUNITY  DAYS\nforum      30\n"
    add_feedback(url)
    assert run("retention", "apply").stdout == "COMMUNITY  DAYS  ERASED\nforum      30    0\n"
    assert "until somebody erases them" in run("retention", "set", "forum", "forever").stdout
    assert run("retention", "show").stdout == "COMMUNITY  DAYS\nforum      forever\n"


@pytest.mark.parametrize(
    ("days", "code", "message"),
    [("soon", 2, "neither a number of days nor 'forever'"), ("0", 1, "kept for 0 days")],
)
def test_a_retention_that_makes_no_sense_is_refused(run: Run, days: str, code: int, message: str) -> None:
    result = run("retention", "set", "forum", days)
    assert result.exit_code == code
    assert message in result.stderr


def test_a_persons_texts_are_erased_only_when_confirmed(run: Run, url: str) -> None:
    add_feedback(url, count=2)
    asked = run("erase", "session 1")
    assert asked.exit_code == 2
    assert "2 texts would be erased, for good. Add --yes to do it." in asked.stderr
    assert run("erase", "session 1", "--community", "other", "--yes").stdout == (
        "No texts of this person are kept.\n"
    )
    done = run("erase", "session 1", "--yes")
    assert done.stdout == "Erased 2 texts; recorded in the ledger as entry 5.\n"
    assert "goose" not in run("ledger", "export", "--with-texts").stdout
    assert "5 entries, 2 texts, 2 of them erased" in run("ledger", "verify").stdout


def test_the_entry_named_is_that_of_the_erasure_and_not_a_later_one(
    url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    add_feedback(url)
    erase_person = Texts.erase_person

    def erase_and_go_on(texts: Texts, person: str, *, community: str | None = None) -> Entry:
        entry = erase_person(texts, person, community=community)
        add_feedback(url, session="somebody else")
        return entry

    monkeypatch.setattr(Texts, "erase_person", erase_and_go_on)
    with Store.open(url) as store:
        erase(store, "session 1", community=None)
    assert capsys.readouterr().out == "Erased 1 text; recorded in the ledger as entry 3.\n"


@pytest.mark.parametrize(("answer", "code", "kept"), [("n\n", 1, 1), ("y\n", 0, 0)])
@pytest.mark.usefixtures("run")
def test_on_a_terminal_the_command_asks_before_it_erases(url: str, answer: str, code: int, kept: int) -> None:
    add_feedback(url)
    ours, theirs = pty.openpty()
    os.write(ours, answer.encode())
    command = [sys.executable, "-m", "sayso", "erase", "session 1"]
    done = subprocess.run(command, stdin=theirs, capture_output=True, text=True, timeout=60)
    os.close(ours)
    os.close(theirs)
    assert "Erase 1 text of this person? This cannot be undone." in done.stdout + done.stderr
    assert done.returncode == code
    with Store.open(url) as store:
        assert store.texts.count(person="session 1") == kept


def test_an_answer_other_than_yes_stops_the_command() -> None:
    with CliRunner().isolation(input="n\n"), pytest.raises(click.Abort):
        ask(2, is_terminal=True)


def test_nobody_in_particular_cannot_be_erased(run: Run, url: str) -> None:
    Store.open(url).close()
    result = run("erase", "", "--yes")
    assert result.exit_code == 1
    assert "The id of the person is empty." in result.stderr


def add_shadows(url: str, *, count: int, model: str = "linear.v1") -> None:
    """Theirs spread evenly, ours its square."""
    with Store.open(url) as store, store.transaction() as transaction:
        for number in range(count):
            theirs = (number + 0.5) / count
            store.shadows.add(
                transaction,
                community="forum",
                content="a remark",
                ours={"TOXICITY": theirs**2},
                theirs={"TOXICITY": theirs},
                model=model,
            )


def test_no_comparisons_yet_says_how_to_collect_some(run: Run, url: str) -> None:
    Store.open(url).close()
    result = run("shadow", "report")
    assert result.stdout == "No comparisons yet. Collect some: sayso serve --shadow perspective\n"


def test_a_shadow_report_proposes_thresholds(run: Run, url: str) -> None:
    add_shadows(url, count=400)
    report = json.loads(run("shadow", "report", "--thresholds", "0.5,0.8", "--format", "json").stdout)
    assert (report["attribute"], report["texts"], report["model"]) == ("TOXICITY", 400, "linear.v1")
    proposed = [one["best_match"]["threshold"] for one in report["thresholds"]]
    assert proposed == pytest.approx([0.25, 0.64], abs=0.002)


@pytest.mark.parametrize("output_format", ["table", "markdown"])
def test_a_shadow_report_says_where_texts_are_too_few(run: Run, url: str, output_format: str) -> None:
    add_shadows(url, count=60)
    result = run("shadow", "report", "--thresholds", "0.5,0.9", "--format", output_format)
    assert result.exit_code == 0
    assert "60 texts scored by linear.v1" in result.stdout
    assert "At 0.9: 6 texts at or over 0.9 are too few for a proposal; 25 are needed." in result.stdout
    assert "At 0.5" not in result.stdout


def test_a_shadow_report_without_any_flag_has_no_kappa(run: Run, url: str) -> None:
    add_shadows(url, count=1)
    report = json.loads(run("shadow", "report", "--format", "json").stdout)
    assert report["thresholds"][0]["kappa"]["value"] is None


def test_models_are_not_mixed_in_a_shadow_report(run: Run, url: str) -> None:
    add_shadows(url, count=30, model="linear.v1")
    add_shadows(url, count=20, model="linear.v2")
    newest = run("shadow", "report")
    assert "20 texts scored by linear.v2" in newest.stdout
    assert "30 comparisons with other models were left out" in newest.stderr
    assert "30 texts scored by linear.v1" in run("shadow", "report", "--model", "linear.v1").stdout
    assert "No comparisons for community 'other'" in run("shadow", "report", "--community", "other").stdout
    assert "No comparisons of INSULT" in run("shadow", "report", "--attribute", "insult").stdout


@pytest.mark.parametrize("thresholds", ["high", "0.5,", "0,0.5", "1.5"])
def test_thresholds_that_make_no_sense_are_a_wrong_use(run: Run, thresholds: str) -> None:
    assert run("shadow", "report", "--thresholds", thresholds).exit_code == 2


def test_l6_a_renewed_signing_key_refuses_what_the_old_one_signed(run: Run, url: str) -> None:
    def read_key() -> bytes:
        with Store.open(url) as store:
            return store.secrets.get_or_create(SIGNING)

    def make_tokens(key: bytes) -> Tokens:
        return Tokens(key, token_life=timedelta(days=1), link_life=timedelta(days=1))

    old = make_tokens(read_key())
    token, link = old.sign_reader("ana")[0], old.sign_link("ana", "held")
    outcome = run("key", "rotate-signing")
    assert outcome.exit_code == 0
    assert "Start the service again" in outcome.stdout
    new = make_tokens(read_key())
    for read, signed in ((new.read_reader, token), (new.read_link, link)):
        with pytest.raises(BadToken):
            read(signed)
    with Store.open(url) as store:
        (entry,) = store.ledger.entries(kinds=["secret.rotated"])
        assert (entry.subject, store.ledger.verify().problem) == (SIGNING, None)


def test_l10_a_forged_key_is_told_by_the_command(run: Run, url: str) -> None:
    run("key", "create", "--name", "site")
    with sqlite3.connect(url.removeprefix("sqlite:///")) as connection:
        connection.execute("UPDATE keys SET role = 'admin'")
    outcome = run("ledger", "verify")
    assert outcome.exit_code == 1
    assert re.search(r"broken at entry 1: the key \w+ is not as its entry says", outcome.stderr)
