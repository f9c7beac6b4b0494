"""`sayso evaluate` from its options to its output, with the blocklist: small, exact, without a model."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from sayso.cli import main

HATECHECK = (
    "functionality,case_id,test_case,label_gold,target_ident\n"
    "plain,1,you idiot,hateful,women\n"
    "plain,2,what a fool,hateful,women\n"
    "negated,3,you are no idiot,non-hateful,\n"
    "kind,4,hello there,non-hateful,\n"
)
FACTS = """
summary = "Looks for rude words."
uses = ["Tests."]
must_not = ["Judge people."]
failures = ["Irony."]
data = []
"""


@pytest.fixture
def words(tmp_path: Path) -> str:
    file = tmp_path / "words.txt"
    file.write_text("idiot\n")
    return f"blocklist:{file}"


@pytest.fixture
def hatecheck(tmp_path: Path) -> str:
    path = tmp_path / "cases.csv"
    path.write_text(HATECHECK)
    return str(path)


def evaluate(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["evaluate", *arguments])


def read(result: Result) -> dict[str, Any]:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_a_table_is_printed_worst_group_first(hatecheck: str, words: str) -> None:
    result = evaluate("hatecheck", hatecheck, "--scorer", words, "--attribute", "toxicity")
    assert result.exit_code == 0, result.output
    assert "on cases.csv (hatecheck): 4 texts, flagged at or over 0.5." in result.stdout
    lines = result.stdout.splitlines()
    begin = next(place for place, line in enumerate(lines) if line.startswith("Functionality"))
    # negated: the one text is wrong; plain: one of two is found; kind: right.
    assert [line.split()[0] for line in lines[begin + 1 : begin + 4]] == ["negated", "plain", "kind"]


def test_json_goes_to_a_file_and_the_picture_to_another(hatecheck: str, words: str, tmp_path: Path) -> None:
    out, picture = tmp_path / "report.json", tmp_path / "report.svg"
    options = ["--scorer", words, "--attribute", "TOXICITY", "--format", "json"]
    result = evaluate("hatecheck", hatecheck, *options, "--out", str(out), "--picture", str(picture))
    assert (result.exit_code, result.stdout) == (0, "")
    assert json.loads(out.read_text())["judgements"][0]["positives"] == 2
    assert picture.read_text().startswith("<svg ")


def test_a_limit_spreads_over_the_rows(hatecheck: str, words: str) -> None:
    options = ["--scorer", words, "--attribute", "TOXICITY", "--format", "json", "--limit", "2"]
    report = read(evaluate("hatecheck", hatecheck, *options))
    assert report["texts"] == 2
    assert report["judgements"][0]["positives"] == 1


def test_thresholds_and_the_draws_of_intervals_can_be_chosen(hatecheck: str, words: str) -> None:
    chosen = ["--threshold", "0.2", "--word-threshold", "0.3", "--resamples", "7", "--seed", "5"]
    options = ["--scorer", words, "--attribute", "TOXICITY", "--format", "json"]
    report = read(evaluate("hatecheck", hatecheck, *options, *chosen))
    names = ("threshold", "word_threshold", "resamples", "seed")
    assert [report[name] for name in names] == [0.2, 0.3, 7, 5]


CSVS = {
    "queerreclaimlex": "template,term,HARMFUL_IN_gold,HARMFUL_OUT_gold\nyou idiot,a,0,1\nhello,b,0,0\n",
    "madlibs": "Text,Label,Template\nyou tall idiot,BAD,you <identity> idiot\nhello,NOT_BAD,\n",
    "hateval": "id,text,HS,TR,AG\n1,you idiot,1,1,0\n2,hello,0,0,0\n",
    "jigsaw": "id,comment_text,toxic,severe_toxic,obscene,threat,insult,identity_hate\n"
    "1,you idiot,1,0,0,0,1,0\n2,hello,0,0,0,0,0,0\n",
    "generic": "text,TOXICITY\nyou idiot,1\nhello,0\n",
}


@pytest.mark.parametrize("name", CSVS)
def test_every_set_is_read(tmp_path: Path, words: str, name: str) -> None:
    path = tmp_path / "set.csv"
    path.write_text(CSVS[name])
    chosen = [] if name in ("generic", "jigsaw") else ["--attribute", "TOXICITY"]
    report = read(evaluate(name, str(path), "--scorer", words, *chosen, "--format", "json"))
    assert (report["kind"], report["texts"]) == (name, 2)


def test_toxic_spans_are_held_against_the_words_found(tmp_path: Path, words: str) -> None:
    path = tmp_path / "spans.csv"
    path.write_text('spans,text\n"[4, 5, 6, 7, 8]",you idiot\n[],hello\n"[0, 1, 2, 3, 4]",silly\n')
    report = read(evaluate("toxicspans", str(path), "--scorer", words, "--format", "json"))
    # Found whole, rightly nothing, missed: (1 + 1 + 0) / 3.
    assert report["measures"][0]["interval"]["value"] == pytest.approx(2 / 3)


def test_hatexplain_is_read_by_split(tmp_path: Path, words: str) -> None:
    post = {
        "post_id": "p",
        "labels": ["hatespeech"] * 3,
        "targets": [["Women"]] * 3,
        "tokens": ["you", "idiot"],
        "rationales": [[0, 1]] * 3,
        "split": "val",
    }
    path, splits = tmp_path / "posts.jsonl", tmp_path / "splits.json"
    path.write_text(json.dumps(post) + "\n" + json.dumps(post | {"post_id": "q", "split": "train"}) + "\n")
    splits.write_text('{"test": ["p", "q"]}')
    arguments = ["hatexplain", str(path), "--scorer", words, "--format", "json"]
    report = read(evaluate(*arguments, "--split", "val"))
    assert report["texts"] == 1
    assert report["measures"][0]["interval"]["value"] == 1.0
    assert read(evaluate(*arguments, "--split", "test", "--splits", str(splits)))["texts"] == 2
    assert "not which one" in evaluate(*arguments, "--splits", str(splits)).stderr


def test_columns_of_any_file_are_named_on_the_command_line(tmp_path: Path, words: str) -> None:
    path = tmp_path / "set.csv"
    path.write_text("body;rude;area\nyou idiot;1;a\nhello;0;b\n")
    options = ["--text-column", "body", "--label", "rude=toxicity", "--group", "area", "--format", "json"]
    report = read(evaluate("generic", str(path), "--scorer", words, *options))
    (judgement,) = report["judgements"]
    assert judgement["name"] == "rude"
    assert len(judgement["groups"][0]["rows"]) == 2


def test_a_label_without_an_attribute_is_a_usage_error(tmp_path: Path) -> None:
    result = evaluate("generic", str(tmp_path / "set.csv"), "--label", "rude")
    assert result.exit_code == 2
    assert "'rude' names no attribute. Write COLUMN=ATTRIBUTE" in result.stderr


def test_identity_terms_come_from_a_file(tmp_path: Path, words: str) -> None:
    path, terms = tmp_path / "set.csv", tmp_path / "terms.txt"
    path.write_text(CSVS["madlibs"])
    terms.write_text("hello\n")
    result = evaluate("madlibs", str(path), "--scorer", words, "--terms", str(terms))
    assert "1 texts name no known identity term" in result.stdout


def test_a_bad_file_is_named_before_a_model_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "set.csv"
    path.write_text(HATECHECK.replace("non-hateful,\nkind", "nice,\nkind"))
    result = evaluate("hatecheck", str(path), "--scorer", "blocklist:nowhere.txt")
    assert result.exit_code == 1
    assert result.stderr == (
        "Error: set.csv, row 3, column 'label_gold': 'nice' is not a known label.\n"
        "Hint: Accepted: hateful, non-hateful.\n"
    )


def test_a_card_is_made_from_reports(hatecheck: str, words: str, tmp_path: Path) -> None:
    out, facts, card = tmp_path / "report.json", tmp_path / "facts.toml", tmp_path / "card.md"
    options = ["--scorer", words, "--attribute", "TOXICITY", "--format", "json", "--out", str(out)]
    assert evaluate("hatecheck", hatecheck, *options).exit_code == 0
    model = json.loads(out.read_text())["model"]
    facts.write_text(f'model = "{model}"\n{FACTS}')
    result = evaluate("card", str(facts), str(out), "--out", str(card))
    assert result.exit_code == 0, result.output
    assert card.read_text().startswith(f"# Model card: {model}\n")
    assert "by functionality, all 3" in card.read_text()
    assert evaluate("card", str(facts), str(out)).stdout == card.read_text()
