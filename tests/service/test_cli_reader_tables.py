"""`sayso reader tables` over a real database."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from sayso.cli import main
from sayso.core import Policy, Term
from sayso.deciding.held_replies import Future, View
from sayso.reader.answers import give_answer
from sayso.reader.records.kept import read_records, read_rulings
from sayso.settings import Settings
from sayso.storage import NewFilteredReply, NewMessage, Store
from sayso.wiring import open_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    (tmp_path / "data").mkdir(exist_ok=True)
    with open_store(Settings()) as store:
        yield store


def fill(store: Store, *, agrees: bool = True) -> str:
    """One conversation under the fixed filter, one under the dynamic one, and two rulings, one taken back."""
    reader = store.readers.find_or_create("forum", "ann")
    store.readers.agree(reader.id, agrees)
    fixed = store.policies.set(Policy("forum", method="fixed"))
    store.conversations.add_messages(
        reader.id,
        "first",
        [
            NewMessage("reader", "hello there"),
            NewMessage(
                "model",
                "Those women are silly.",
                "replaced",
                "over",
                0.6,
                {"TOXICITY": 0.6},
                policy_version=fixed.version,
            ),
        ],
    )
    store.conversations.add_messages(
        reader.id,
        "second",
        [
            NewMessage("reader", "why"),
            NewMessage("model", "It rains.", "shown", "under", 0.1, {"TOXICITY": 0.1}, policy_version=0),
        ],
    )
    new = NewFilteredReply(
        *(reader.id, "forum", "second", "held", "between", "It rains.", 0.5, "m.v1", 0),
        named=("silly women", "very silly"),
    )
    held = store.held.add(new)
    give_answer(store, reader.id, held.id, View(True))
    give_answer(store, reader.id, held.id, Future("permit"))
    store.terms.rule(reader.id, [Term("rain", "block")])
    store.terms.undo(reader.id)
    return reader.id


def tables(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["reader", "tables", *arguments])


def read(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_conversations_on_record_are_counted_by_filter(store: Store) -> None:
    fill(store)
    report = read(tables("--format", "json"))
    assert (report["source"], report["conversations"]) == ("All communities", 2)
    safe = {
        one["method"]: one["spread"]["mean"] for one in report["toxicity"] if one["name"] == "Safe responses"
    }
    assert safe == {"fixed": 1.0, "dynamic": 0.0}
    words = {
        one["method"]: one["spread"]["mean"]
        for one in report["interaction"]
        if one["name"] == "Reader's average word count"
    }
    assert words == {"fixed": 2.0, "dynamic": 1.0}
    assert [(one["term"], one["ruling"], one["readers"]) for one in report["rulings"]] == [
        ("silly women", "permit", 1),
        ("very silly", "permit", 1),
    ]
    assert [
        (one["question"][:2], one["answer"], one["count"]) for one in report["answers"] if one["count"]
    ] == [
        ("a1", "yes", 1),
        ("a2", "no", 1),
    ]
    assert [(one["group"], one["triggers"]["value"]) for one in report["groups"]] == [
        ("women", 1.0),
        ("no group", 0.0),
    ]


def test_a_terminal_gets_the_tables_of_the_paper(store: Store) -> None:
    fill(store)
    result = tables("--community", "forum")
    assert result.exit_code == 0, result.output
    assert "Community 'forum': 2 conversations." in result.stdout
    assert "Table 1: who said how much" in result.stdout
    assert "silly women" in result.stdout


def test_whoever_has_not_agreed_is_not_counted(store: Store) -> None:
    reader = store.readers.get(fill(store, agrees=False))
    assert reader is not None
    assert read_records(store, reader) == []
    assert list(read_rulings(store, reader)) == []
    result = tables()
    assert result.exit_code == 0
    assert result.stdout == ""
    assert "Nobody who agreed to records has talked yet." in result.stderr


def test_another_community_is_left_out(store: Store) -> None:
    fill(store)
    assert "Nobody who agreed" in tables("--community", "other").stderr
