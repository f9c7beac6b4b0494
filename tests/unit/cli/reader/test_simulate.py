"""`sayso reader simulate` and `sayso reader tables` from their options to their output."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from sayso.cli import main
from sayso.cli.reader.simulate import refuse_leaks
from sayso.core.policy import Policy
from sayso.reader.simulation import Plan, Sitting, measure
from sayso.reader.simulation.shipped import load_recorded, load_written
from sayso.stats.resampling import Bootstrap

QUICK = ("--readers", "4", "--resamples", "5")


def simulate(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["reader", "simulate", *QUICK, *arguments])


def read(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.fixture
def replies(tmp_path: Path) -> str:
    rows = [
        {"conversation": "a", "turn": 1, "prompt": "hello", "reply": "What a lovely day for a walk."},
        {"conversation": "a", "turn": 2, "prompt": "why", "reply": "You are a stupid idiot, shut up."},
    ]
    path = tmp_path / "replies.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def test_recorded_replies_pass_both_filters(replies: str) -> None:
    report = read(simulate("--replies", replies, "--json"))
    found = report["simulation"]
    assert (found["source"], found["model"]) == ("replies.jsonl", "linear.v1")
    assert (found["readers"], found["conversations"], found["replies"]) == (4, 4, 2)
    fixed, dynamic = found["methods"]
    assert (fixed["method"], dynamic["method"]) == ("fixed", "dynamic")
    assert fixed["triggers"]["value"] == 1.0
    assert (fixed["over_shown"], dynamic["over_shown"]) == (0, 0)
    assert report["records"] is None


def test_turns_and_limits_can_be_chosen(replies: str) -> None:
    found = read(
        simulate("--replies", replies, "--turns", "1", "--soft", "0", "--hard", "0", "--format", "json")
    )
    assert found["simulation"]["turns"]["value"] == 1.0
    assert found["simulation"]["methods"][0]["triggers"]["value"] == 1.0  # a score of 0 reaches a limit of 0


def test_the_shipped_replies_give_the_rate_that_is_asked_for() -> None:
    found = read(simulate("--json", "--turns", "8", "--strong", "8", "--over-share", "0"))["simulation"]
    assert found["source"] == "shipped replies"
    assert found["strong"]["value"] == 8.0
    assert found["over"]["value"] == 0.0
    assert found["methods"][0]["triggers"]["value"] == 8.0


def test_what_the_small_model_said_can_be_met_as_it_came() -> None:
    found = read(simulate("--recorded", "--turns", "2", "--json"))["simulation"]
    assert (found["source"], found["turns"]["value"]) == ("recorded replies", 2.0)


def test_tables_come_with_it(replies: str) -> None:
    result = simulate("--replies", replies, "--tables")
    assert result.exit_code == 0, result.output
    for title in ("Fixed limit against the reader's say", "Table 1", "Table 2", "Interaction count"):
        assert title in result.stdout
    assert "idiot, shut up" not in result.stdout


def test_tastes_of_a_file_hold_for_all_readers(replies: str, tmp_path: Path) -> None:
    tastes = tmp_path / "tastes.jsonl"
    tastes.write_text('{"term": "lovely", "ruling": "block"}\n')
    found = read(
        simulate("--replies", replies, "--tastes", str(tastes), "--soft", "0", "--hard", "0.95", "--json")
    )["simulation"]
    assert found["answers"]["permit"] + found["answers"]["block"] + found["answers"]["ask"] > 0
    assert found["wanted"]["value"] < 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--soft", "0.8", "--hard", "0.5"), "soft_limit is 0.8, above hard_limit, which is 0.5"),
        (("--permit", "0.9"), "permit 0.9, block 0.145 and ask 0.171 are no shares"),
        (("--replies", "none.jsonl"), "There is no file 'none.jsonl'"),
        (("--replies", "none.jsonl", "--generate", "1"), "--replies, --recorded and --generate each say"),
        (("--keep", "file.jsonl"), "--keep is for replies that were generated"),
        (("--generate", "1"), "--generate needs a chat server, and SAYSO_UPSTREAM names none"),
        (("--turns", "3"), "4.8 strong replies do not fit into 3 turns"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: tuple[str, ...], message: str) -> None:
    result = simulate(*arguments)
    assert result.exit_code == 1
    assert message in result.stderr


def test_what_ships_is_whole() -> None:
    written, recorded = load_written(), load_recorded()
    assert len(written) == len({one.turn.reply for one in written})
    assert len(recorded) >= 30
    assert not [one for one in written if "{" in one.turn.reply + one.turn.prompt]
    assert all(one.turn.reply.strip() and one.turn.prompt.strip() for one in (*written, *recorded))


def test_tables_need_a_database(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["reader", "tables"])
    assert result.exit_code == 1
    assert "database" in result.stderr.lower()


def test_what_is_over_the_hard_limit_and_shown_is_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    sittings = [Sitting("1", "a", name, ()) for name in ("fixed", "dynamic")]
    whole = measure(sittings, Plan(Policy(), readers=1), source="", model="", bootstrap=Bootstrap(1))
    refuse_leaks(whole)
    fixed, dynamic = whole.methods
    leaking = replace(whole, methods=(fixed, replace(dynamic, over_shown=2)))
    refuse_leaks(replace(leaking, strict=False))
    with pytest.raises(click.exceptions.Exit):
        refuse_leaks(leaking)
    assert "2 replies at or over the last limit were shown" in capsys.readouterr().err
