"""The numbers that docs/how-to/score-a-file.md shows are those that the command prints."""

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sayso.cli import main

PAGE = (Path(__file__).parents[3] / "docs" / "how-to" / "score-a-file.md").read_text()
SHOWN: list[dict[str, Any]] = [json.loads(line) for line in re.findall(r"^\{.*\}$", PAGE, flags=re.MULTILINE)]


def test_the_lines_shown_are_what_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SAYSO_SCORER")
    texts = "".join(f"{line['text']}\n" for line in SHOWN)
    result = CliRunner().invoke(main, ["score", "-"], input=texts)
    printed = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(SHOWN) == 2
    assert [line["model"] for line in printed] == [line["model"] for line in SHOWN]
    assert [line["scores"] for line in printed] == [pytest.approx(line["scores"], abs=0.02) for line in SHOWN]


def test_the_table_shown_has_the_same_numbers() -> None:
    rows = list(csv.DictReader(re.findall(r"^(?:id,comment,TOX|\d,).*$", PAGE, flags=re.MULTILINE)))
    for row, line in zip(rows, SHOWN, strict=True):
        assert row["comment"] == line["text"]
        assert (float(row["TOXICITY"]), float(row["INSULT"])) == (
            line["scores"]["TOXICITY"],
            line["scores"]["INSULT"],
        )
