"""`sayso objections` as people run it."""

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pyarrow.parquet
import pytest
from click.testing import Result

from sayso.core import Attribute
from sayso.storage import NewObjection, Store

Run = Callable[..., Result]


def add(url: str, content: str = "you silly goose", *, kind: Any = "false_alarm", **more: Any) -> str:
    values: dict[str, Any] = {"begin": 0, "end": 0, "scores": {"TOXICITY": 0.75}, "model": "linear.v1"}
    values["comment"] = "a joke"
    new = NewObjection(kind, content, **(values | more))
    with Store.open(url) as store, store.transaction() as transaction:
        return store.objections.add(transaction, new).id


def answer(run: Run, objection_id: str, verdict: str = "agreed", *more: str) -> Result:
    return run("objections", "answer", objection_id, "--verdict", verdict, "--text", "We looked.", *more)


def export(run: Run, path: Path, *more: str) -> Result:
    result = run("objections", "export", "--out", str(path), *more)
    assert result.exit_code == 0, result.stderr
    return result


def read_parquet(path: Path) -> list[dict[str, Any]]:
    return cast("Any", pyarrow.parquet).read_table(path).to_pylist()


def test_no_feedback_yet_says_so(run: Run, url: str) -> None:
    Store.open(url).close()
    assert (
        run("objections", "list").stdout
        == "No objection is open. See all: sayso objections list --state all\n"
    )
    assert run("objections", "list", "--state", "all", "--community", "forum").stdout == (
        "No objections in community 'forum'.\n"
    )
    assert run("objections", "list", "--json").stdout == ""


def test_where_there_is_no_database_nothing_is_listed(run: Run) -> None:
    result = run("objections", "list")
    assert result.exit_code == 1
    assert "There is no database" in result.stderr


def test_open_feedback_is_listed_with_what_was_said(run: Run, url: str) -> None:
    first = add(url, community="forum")
    other = add(url, "esc \x1b[31m " + "long " * 30, kind="biased", scores={}, comment="")
    answer(run, other)
    head, row = run("objections", "list").stdout.splitlines()
    assert head.split() == ["ID", "SAID", "KIND", "COMMUNITY", "MODEL", "SCORE", "STATE", "TEXT", "COMMENT"]
    assert row.startswith(f"{first}  20")
    assert row.endswith("false_alarm  forum      linear.v1  0.75   open   you silly goose  a joke")
    answered = run("objections", "list", "--state", "answered").stdout
    assert "answered: agreed" in answered
    assert "esc ·[31m long long" in answered
    assert "\x1b" not in answered
    assert len(run("objections", "list", "--state", "all").stdout.splitlines()) == 3
    assert first not in run("objections", "list", "--community", "default", "--state", "all").stdout


def test_a_list_for_programs_has_everything(run: Run, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    objection_id = add(url, "lone \ud83d", begin=0, end=5)
    answer(run, objection_id, "agreed", "--label", "TOXICITY=0.5", "--by", "ana")
    monkeypatch.setenv("SAYSO_PUBLIC_URL", "https://words.example/")
    (told,) = [
        json.loads(line) for line in run("objections", "list", "--state", "all", "--json").stdout.splitlines()
    ]
    assert (told["id"], told["state"], told["text"], told["comment"]) == (
        objection_id,
        "answered",
        "lone \ud83d",
        "a joke",
    )
    (answered,) = told["answers"]
    assert (answered["answered_by"], answered["verdict"], answered["labels"], answered["text"]) == (
        "ana",
        "agreed",
        {"TOXICITY": 0.5},
        "We looked.",
    )
    assert told["url"].startswith("https://words.example/feedback/")


def test_withdrawn_and_erased_feedback_is_listed_without_words(run: Run, url: str) -> None:
    add(url, person="session 1")
    add(url, "another", person="session 2")
    with Store.open(url) as store:
        _, second = store.objections.rows()
        store.objections.withdraw(second.token)
    assert run("erase", "session 1", "--yes").stdout.startswith("Erased 2 texts;")
    listed = run("objections", "list", "--state", "all").stdout
    assert listed.count("(erased)") == 4
    assert "withdrawn" in listed
    assert "goose" not in listed
    assert "The ledger is whole" in run("ledger", "verify").stdout
    result = answer(run, second.id)
    assert result.exit_code == 1
    assert f"The author withdrew feedback {second.id} on" in result.stderr


def test_an_answer_prints_the_authors_link(run: Run, url: str) -> None:
    objection_id = add(url)
    result = answer(run, objection_id)
    assert result.exit_code == 0
    assert result.stdout.startswith("/feedback/")
    assert f"Answered {objection_id}: agreed." in result.stderr


def test_whoever_answers_second_is_told(run: Run, url: str) -> None:
    objection_id = add(url)
    answer(run, objection_id, "agreed", "--by", "ana")
    second = answer(run, objection_id, "disagreed", "--by", "ben")
    assert second.exit_code == 1
    assert f"Feedback {objection_id} was answered on" in second.stderr
    assert "by ana: agreed." in second.stderr
    assert "Hint: To add your answer below it: --again." in second.stderr
    assert answer(run, objection_id, "disagreed", "--by", "ben", "--again").exit_code == 0
    with Store.open(url) as store:
        (one,) = store.objections.rows()
    assert [given.actor for given in one.answers] == ["ana", "ben"]


def test_of_two_people_who_answer_at_once_one_is_told(run: Run, url: str, tmp_path: Path) -> None:
    objection_id = add(url)
    line = [sys.executable, "-m", "sayso", "objections", "answer", objection_id]
    environment = os.environ | {"SAYSO_DATA_DIR": str(tmp_path / "data")}
    both = [
        subprocess.Popen(
            [*line, "--verdict", verdict, "--text", "We looked."],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for verdict in ("agreed", "disagreed")
    ]
    outputs = [one.communicate(timeout=60) for one in both]
    assert sorted(one.returncode for one in both) == [0, 1], outputs
    assert sum("was answered on" in errors for _, errors in outputs) == 1
    assert run("ledger", "verify").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["0" * 16, "--verdict", "agreed", "--text", "x"], 1, "There is no objection '0000000000000000'."),
        (["x", "--verdict", "fixed", "--text", "x"], 2, "'fixed' is not one of 'agreed', 'disagreed'"),
        (["x", "--verdict", "agreed"], 2, "Missing option '--text'"),
        (["x", "--text", "x"], 2, "Missing option '--verdict'"),
        (["x", "--verdict", "agreed", "--text", " "], 1, "The answer is empty."),
        *(
            (
                ["x", "--verdict", "agreed", "--text", "x", "--label", label],
                2,
                "is not an attribute and a score",
            )
            for label in ("TOXICITY", "TOXICITY=2", "TOXICITY=1.5", "toxicity=1", "NICE=1", "TOXICITY=-1")
        ),
    ],
)
def test_an_answer_that_makes_no_sense_is_refused(
    run: Run, url: str, arguments: list[str], code: int, message: str
) -> None:
    Store.open(url).close()
    result = run("objections", "answer", *arguments)
    assert (result.exit_code, message in result.stderr) == (code, True), result.stderr


def fill(run: Run, url: str) -> None:
    """What may be learned from, what may not, and what is gone."""
    for content, kind, verdict in (
        ("a false alarm", "false_alarm", "agreed"),
        ("a miss", "missed", "agreed"),
        ("a biased one", "biased", "agreed"),
        ("a matter of taste", "false_alarm", "disagreed"),
    ):
        answer(run, add(url, content, kind=kind), verdict)
    answer(run, add(url, "one word is fine", begin=4, end=8))
    answer(run, add(url, "one word is not fine", kind="missed", begin=4, end=8))
    answer(run, add(url, "judged by hand", begin=0, end=6), "agreed", "--label", "INSULT=.25")
    add(url, "still open")
    answer(run, add(url, "erased", person="session 1"))
    run("erase", "session 1", "--yes")


EXPECTED = [
    ("a false alarm", 0.0, None, None),
    ("a miss", 1.0, None, None),
    ("a biased one", 0.0, 0.0, None),
    ("one word is not fine", 1.0, None, None),
    ("judged by hand", None, None, 0.25),
]


def test_what_was_agreed_with_is_exported_as_training_data(run: Run, url: str, tmp_path: Path) -> None:
    fill(run, url)
    path = tmp_path / "feedback.parquet"
    result = export(run, path)
    rows = read_parquet(path)
    assert [(row["text"], row["TOXICITY"], row["IDENTITY_ATTACK"], row["INSULT"]) for row in rows] == EXPECTED
    assert set(rows[0]) == {
        *("text", "TOXICITY", "IDENTITY_ATTACK", "INSULT", "begin", "end", "kind", "verdict"),
        *("model", "community", "id", "created_at"),
    }
    assert result.stderr.splitlines()[0] == "Exported 5 texts."
    assert "Left out 2: nobody agreed with it (yet)." in result.stderr
    assert "Left out 1: agreed with, but about a part of the text." in result.stderr
    assert "Left out 1: its text is erased." in result.stderr
    assert path.stat().st_mode & 0o777 == 0o600


def test_an_export_of_all_has_labels_only_where_somebody_agreed(run: Run, url: str, tmp_path: Path) -> None:
    fill(run, url)
    result = export(run, tmp_path / "all.jsonl", "--all")
    rows = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text().splitlines()]
    unlabelled = [row["text"] for row in rows if row["TOXICITY"] is row["INSULT"] is None]
    assert unlabelled == ["a matter of taste", "one word is fine", "still open"]
    assert [row["verdict"] for row in rows if row["text"] == "still open"] == [None]
    assert "Exported 8 texts." in result.stderr
    assert "nobody agreed" not in result.stderr


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_each_format_holds_the_same(run: Run, url: str, tmp_path: Path, ending: str) -> None:
    answer(run, add(url, 'a "quoted",\nbroken line', community="forum", begin=0, end=23))
    answer(run, add(url, "lone \ud83d half", kind="missed"))
    path = tmp_path / f"feedback.{ending}"
    export(run, path, "--community", "forum")
    export(run, tmp_path / "odd", "--format", ending)
    rows: list[dict[str, Any]] = (
        read_parquet(path)
        if ending == "parquet"
        else list(csv.DictReader(io.StringIO(path.read_text(), newline="")))
        if ending == "csv"
        else [json.loads(line) for line in path.read_text().splitlines()]
    )
    (row,) = rows
    assert (row["text"], float(row["TOXICITY"]), int(row["end"]), row["verdict"]) == (
        'a "quoted",\nbroken line',
        0.0,
        23,
        "agreed",
    )


def test_an_export_of_nothing_says_so(run: Run, url: str, tmp_path: Path) -> None:
    Store.open(url).close()
    result = export(run, tmp_path / "none.csv")
    assert result.stderr == "Exported 0 texts.\n"
    assert (tmp_path / "none.csv").read_text().startswith("text,TOXICITY,begin,end,kind,verdict,model,")


def test_parquet_is_not_for_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def is_terminal(_out: str | None) -> bool:
        return True

    monkeypatch.setattr("sayso.cli.objections.is_terminal", is_terminal)
    result = run("objections", "export", "--format", "parquet")
    assert result.exit_code == 1
    assert "Parquet is not for reading on a terminal." in result.stderr


def test_an_export_has_the_shape_that_training_learns_from(run: Run, url: str, tmp_path: Path) -> None:
    """A column `text` and columns named as attributes: lab/tests/data/test_own.py learns from such a file."""
    fill(run, url)
    export(run, tmp_path / "feedback.parquet", "--all")
    rows = {row["text"]: row for row in read_parquet(tmp_path / "feedback.parquet")}
    assert rows["a miss"]["TOXICITY"] == 1
    assert rows["a biased one"]["TOXICITY"] == rows["a biased one"]["IDENTITY_ATTACK"] == 0
    names = [name for name in rows["still open"] if name in Attribute.__members__]
    assert [rows["still open"][name] for name in names] == [None] * len(names)  # nothing is learned from it
    assert len(rows) == 8


def test_every_label_of_an_export_names_an_attribute(run: Run, url: str, tmp_path: Path) -> None:
    labels = [f"--label={attribute}=1" for attribute in Attribute]
    answer(run, add(url), "agreed", *labels)
    export(run, tmp_path / "feedback.parquet")
    (row,) = read_parquet(tmp_path / "feedback.parquet")
    assert [row[str(attribute)] for attribute in Attribute] == [1.0] * len(Attribute)
