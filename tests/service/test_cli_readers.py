"""`sayso policy`, `sayso shared-words` and `sayso reader` as people run them."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from sayso.cli import main
from sayso.cli.reader.command import ask
from sayso.core import Policy, Term
from sayso.core.policy_document import policy_to_json
from sayso.storage import NewFilteredReply, NewMessage, Reader, Store

Run = Callable[..., Result]


@pytest.fixture
def store(url: str) -> Store:
    return Store.open(url)


def add_reader(store: Store, name: str = "ana", *, community: str = "default", agrees: bool = True) -> Reader:
    """A reader with a word, a held reply and, if they agree, two messages."""
    reader = store.readers.agree(store.readers.find_or_create(community, name).id, agrees)
    store.terms.rule(reader.id, [Term("silly, goose", "permit")])
    new = NewFilteredReply(
        reader.id, community, "c1", "held", "between", "you goose", 0.5, "m.v1", 0, named=("goose",)
    )
    store.held.add(new)
    talk = [NewMessage("reader", "hello"), NewMessage("model", "you goose", "held", scores={"INSULT": 0.5})]
    store.conversations.add_messages(reader.id, "c1", talk)
    return reader


def test_a_policy_nobody_set_is_shown_with_its_defaults(run: Run, store: Store) -> None:
    store.close()
    result = run("policy", "show", "--community", "forum")
    told = json.loads(result.stdout)
    assert (told["community"], told["version"], told["soft_limit"], told["hard_limit"]) == (
        "forum",
        0,
        0.35,
        0.9,
    )
    assert result.stderr == "Nobody has set a policy for 'forum': these are the defaults.\n"
    assert run("policy", "history").stdout == (
        "Nobody has set a policy for 'default'; the defaults hold. See them: sayso policy show\n"
    )


def test_a_preset_sets_its_limits_and_options_come_before_it(run: Run) -> None:
    run("policy", "set", "--message", "Not here.")
    assert run("policy", "set", "--preset", "paper").exit_code == 0
    told = json.loads(run("policy", "show").stdout)
    limits = ("scale", "soft_limit", "hard_limit", "last_limit", "default_message")
    assert [told[name] for name in limits] == ["perspective", 0.35, 0.7, 0.7, "Not here."]
    run("policy", "set", "--preset", "calm", "--soft-limit", "0.1")
    told = json.loads(run("policy", "show").stdout)
    assert [told[name] for name in limits] == ["sayso", 0.1, 0.8, 0.9, "Not here."]
    run("policy", "set", "--preset", "usual")
    told = json.loads(run("policy", "show").stdout)
    assert [told[name] for name in limits[:4]] == [policy_to_json(Policy())[name] for name in limits[:4]]


def test_a_policy_is_set_by_options_and_the_rest_stays(run: Run) -> None:
    first = run("policy", "set", "--soft-limit", "0.2", "--message", "Not here.", "--by", "ana")
    assert first.stdout == "The policy of 'default' is at version 1 now.\n"
    run(
        "policy",
        "set",
        "--no-strict",
        "--attribute",
        "INSULT",
        "--attribute",
        "TOXICITY",
        "--method",
        "fixed",
    )
    told = json.loads(run("policy", "show").stdout)
    assert told == {
        "community": "default",
        "version": 2,
        "attributes": ["INSULT", "TOXICITY"],
        "soft_limit": 0.2,
        "scale": "sayso",
        "hard_limit": 0.9,
        "last_limit": 0.97,
        "answers_about": "word",
        "flag_limit": 0.5,
        "default_message": "Not here.",
        "strict": False,
        "method": "fixed",
        "streaming": "sentence",
        "judges_prompts": False,
        "shows_unjudged": False,
    }
    head, one, two = run("policy", "history").stdout.splitlines()
    assert head.split() == ["VERSION", "SET", "BY", "CHANGED"]
    assert one.endswith('ana  soft_limit 0.2, default_message "Not here."')
    assert two.endswith('cli  attributes INSULT+TOXICITY, strict false, method "fixed"')
    lines = [json.loads(line) for line in run("policy", "history", "--json").stdout.splitlines()]
    assert [(line["set_by"], line["policy"]["version"]) for line in lines] == [("ana", 1), ("cli", 2)]
    assert lines[1]["policy"] == told


def test_a_policy_that_watches_what_the_model_cannot_score_is_refused(run: Run) -> None:
    result = run("policy", "set", "--attribute", "SEXUALLY_EXPLICIT")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "SEXUALLY_EXPLICIT, which the model cannot score" in result.stderr
    assert run("policy", "history").stdout.startswith("Nobody has set a policy")


def test_a_policy_is_shown_changed_and_set_from_a_file(run: Run, store: Store, tmp_path: Path) -> None:
    document = json.loads(run("policy", "show").stdout)
    path = tmp_path / "policy.json"
    path.write_text(json.dumps({**document, "hard_limit": 0.9}))
    assert run("policy", "set", str(path)).stdout == "The policy of 'default' is at version 1 now.\n"
    again = run("policy", "set", str(path))  # the file names version 0, which holds no longer
    assert (again.exit_code, again.stdout) == (1, "")
    assert "is at version 1, not 0: somebody changed it meanwhile" in again.stderr
    path.write_text(json.dumps({"hard_limit": 0.9}))
    assert run("policy", "set", str(path)).stdout == "The policy of 'default' is that already: version 1.\n"
    piped = CliRunner().invoke(main, ["policy", "set", "-"], input='{"hard_limit": 0.8}')
    assert piped.stdout == "The policy of 'default' is at version 2 now.\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "is not JSON: it breaks at line 1, column 2"),
        ("[]", "A policy is an object of JSON"),
        ('{"soft": 1}', "A policy has no field 'soft'"),
        ('{"soft_limit": 0.95}', "soft_limit is 0.95, above hard_limit, which is 0.9"),
    ],
)
def test_a_policy_that_is_wrong_is_not_set(run: Run, tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "policy.json"
    path.write_text(content)
    result = run("policy", "set", str(path))
    assert result.exit_code == 1
    assert message in result.stderr
    assert "version" not in result.stdout


def test_a_file_that_is_not_there_or_not_text_is_told(run: Run, tmp_path: Path) -> None:
    assert "No such file" in run("policy", "set", str(tmp_path / "nothing.json")).stderr
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe")
    assert "is not UTF-8 text" in run("policy", "set", str(tmp_path / "bytes.json")).stderr


def test_setting_nothing_is_refused(run: Run) -> None:
    result = run("policy", "set")
    assert result.exit_code == 2
    assert "Nothing to set. Name a FILE, a --preset, or options such as --soft-limit 0.3." in result.stderr


def test_shared_words_are_listed_and_decided(run: Run, store: Store) -> None:
    assert (
        run("shared-words", "list").stdout
        == "No words are proposed. See all: sayso shared-words list --state all\n"
    )
    reader = store.readers.find_or_create("forum", "ana")
    one = store.shared_terms.propose(reader.id, Term("silly \x1b[31m goose", "permit"))
    two = store.shared_terms.propose(reader.id, Term("rubbish", "block"))
    head, first, second = run("shared-words", "list", "--community", "forum").stdout.splitlines()
    assert head.split() == ["ID", "PROPOSED", "COMMUNITY", "RULING", "STATE", "WORDS"]
    assert first.startswith(one.id)
    assert first.endswith("forum      permit  proposed  silly ·[31m goose")
    assert second.endswith("forum      block   proposed  rubbish")
    assert run("shared-words", "approve", one.id).stdout == (
        f"Approved {one.id} (permit). It counts for readers of 'forum' who join.\n"
    )
    assert run("shared-words", "reject", two.id, "--by", "ana").stdout == (
        f"Rejected {two.id}. It counts only for readers who ruled so themselves.\n"
    )
    lines = run("shared-words", "list", "--state", "all", "--json").stdout.splitlines()
    assert [(line["state"], line["decided_by"]) for line in map(json.loads, lines)] == [
        ("approved", "cli"),
        ("rejected", "ana"),
    ]
    store.texts.erase_where(*(), reason="test", actor="test")
    assert run("shared-words", "list", "--state", "rejected").stdout.rstrip().endswith("(erased)")
    assert run("shared-words", "list", "--state", "all", "--community", "chat").stdout == (
        "No words are shared in community 'chat'.\n"
    )


def test_an_unknown_proposal_is_told(run: Run, store: Store) -> None:
    store.close()
    result = run("shared-words", "approve", "nothing")
    assert (result.exit_code, result.stderr) == (
        1,
        "Error: There is no proposal 'nothing'.\nHint: Run: sayso shared-words list --state all\n",
    )


def test_readers_are_listed(run: Run, store: Store) -> None:
    assert run("reader", "list").stdout.startswith("No readers yet.")
    ana, ben = add_reader(store), add_reader(store, "ben \x07", community="forum", agrees=False)
    head, first, second = run("reader", "list").stdout.splitlines()
    assert head.split() == ["ID", "NAME", "COMMUNITY", "SINCE", "RECORDS"]
    assert first.startswith(f"{ana.id}  ana    default    20")
    assert "  since 20" in first
    assert second.startswith(f"{ben.id}  ben ·  forum")
    assert second.endswith("no")
    lines = [json.loads(line) for line in run("reader", "list", "--json").stdout.splitlines()]
    assert [(line["name"], line["agreed_at"] is None) for line in lines] == [
        ("ana", False),
        ("ben \x07", True),
    ]
    assert len(run("reader", "list", "--community", "forum").stdout.splitlines()) == 2


def test_records_are_exported_of_those_who_agreed(run: Run, store: Store, tmp_path: Path) -> None:
    ana = add_reader(store)
    add_reader(store, "ben", agrees=False)
    result = run("reader", "export")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(row["kind"], row["text"]) for row in rows] == [
        ("message", "hello"),
        ("message", "you goose"),
        ("filtered", "goose"),
        ("words", "silly, goose"),
    ]
    assert {row["reader"] for row in rows} == {ana.id}
    assert "ana" not in result.stdout
    assert result.stderr == "Exported 4 rows of 1 reader.\nLeft out 1 reader who did not agree to records.\n"
    path = tmp_path / "records.csv"
    assert run("reader", "export", "--out", str(path)).exit_code == 0
    assert path.stat().st_mode & 0o777 == 0o600
    with path.open(newline="") as file:
        table = list(csv.DictReader(file))
    assert [row["text"] for row in table] == ["hello", "you goose", "goose", "silly, goose"]
    assert table[1]["scores"] == '{"INSULT": 0.5}'
    assert table[3]["ruling"] == "permit"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_no_text_becomes_a_formula_in_a_table(run: Run, store: Store, tmp_path: Path, text: str) -> None:
    ana = add_reader(store)
    store.conversations.add_messages(ana.id, "c2", [NewMessage("model", text, outcome="shown")])
    path = tmp_path / "records.csv"
    assert run("reader", "export", "--out", str(path)).exit_code == 0
    with path.open(newline="") as file:
        assert f"'{text}" in [row["text"] for row in csv.DictReader(file)]
    lines = run("reader", "export").stdout.splitlines()
    assert text in [json.loads(line)["text"] for line in lines]


def test_records_are_exported_of_one_community_or_one_reader(run: Run, store: Store) -> None:
    ana, ben = add_reader(store), add_reader(store, "ben", community="forum")
    for option in (("--community", "forum"), ("--reader", ben.id)):
        result = run("reader", "export", "--format", "jsonl", *option)
        assert {json.loads(line)["reader"] for line in result.stdout.splitlines()} == {ben.id}
        assert result.stderr == "Exported 4 rows of 1 reader.\n"
    missing = run("reader", "export", "--reader", ana.id, "--community", "forum")
    assert missing.exit_code == 1
    assert f"There is no reader '{ana.id}'." in missing.stderr


def test_a_reader_is_deleted_by_name_or_id(run: Run, store: Store) -> None:
    ana = add_reader(store)
    add_reader(store, "ben")
    refused = run("reader", "delete", "ana")
    assert refused.exit_code == 2
    assert f"All of reader {ana.id} would be deleted, for good. Add --yes to do it." in refused.stderr
    result = run("reader", "delete", "ana", "--yes")
    assert result.stdout == f"Deleted reader {ana.id} and erased 5 texts.\n"
    assert "Backups made before still hold them" in result.stderr
    (ben,) = store.readers.list()
    assert run("reader", "delete", ben.id, "--yes").exit_code == 0
    assert store.readers.list() == []
    assert "The ledger is whole" in run("ledger", "verify").stdout
    assert "There is no reader 'ana'." in run("reader", "delete", "ana", "--yes").stderr


def test_a_name_in_two_communities_needs_one_more_word(run: Run, store: Store) -> None:
    add_reader(store)
    add_reader(store, community="forum")
    result = run("reader", "delete", "ana", "--yes")
    assert result.exit_code == 1
    assert "There are 2 readers called 'ana', in: default, forum." in result.stderr
    assert run("reader", "delete", "ana", "--community", "forum", "--yes").exit_code == 0
    assert [reader.community for reader in store.readers.list()] == ["default"]


def test_deleting_asks_at_a_terminal(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def confirm(text: str, *, abort: bool) -> None:
        asked.append(f"{text} {abort}")

    monkeypatch.setattr(click, "confirm", confirm)
    reader = add_reader(store)
    ask(reader, is_terminal=True)
    assert asked == [f"Delete all of reader {reader.id}? This cannot be undone. True"]


def test_erasing_a_person_takes_the_reader_too_even_without_texts(run: Run, store: Store) -> None:
    add_reader(store)
    store.readers.find_or_create("default", "quiet")
    assert run("erase", "ana", "--yes").stdout.startswith("Erased 5 texts;")
    assert run("erase", "quiet", "--yes").stdout.startswith("Erased 0 texts;")
    assert store.readers.list() == []
    assert run("erase", "quiet", "--yes").stdout == "No texts of this person are kept.\n"
