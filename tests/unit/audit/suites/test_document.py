"""A suite's files: what they hold, and what is said of a file that holds something else."""

from pathlib import Path

import pytest

from sayso.audit.suites import load_suite
from sayso.core import Attribute
from sayso.core.errors import BadFile

KINDS = "kinds:\n  - {kind: calm, labels: {TOXICITY: 0}, learn: [tea], held_out: ['hot {drink}']}\n"


def write(folder: Path, name: str, content: str) -> Path:
    path = folder / f"{name}.yaml"
    path.write_text(content)
    return path


def test_files_join_to_one_suite(tmp_path: Path) -> None:
    words = "words: {held_out: {drink: [cocoa]}}\naround: {learn: {before: ['Well, '], alone_before: 2}}\n"
    suite = load_suite(write(tmp_path, "kinds", KINDS), write(tmp_path, "words", words))
    (kind,) = suite.kinds
    assert (kind.labels, kind.list_templates("held_out")) == ({Attribute.TOXICITY: 0}, ("hot {drink}",))
    assert suite.list_words("held_out") == {"drink": ("cocoa",)}
    assert suite.list_words("learn") == {}
    assert (suite.around["learn"].openers, suite.around["learn"].closers) == (("", "", "Well, "), ("",))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("kinds: [", "bad.yaml, line 1: not YAML"),
        ("a: \x07", "bad.yaml is not YAML."),
        (
            "kinds: [{kind: calm, labels: {TOXICITY: 2}}]",
            "bad.yaml, kinds.0.labels.TOXICITY: input should",
        ),
        ("kinds: [{kind: calm, labels: {ANGER: 1}}]", "bad.yaml, kinds.0.labels.ANGER"),
        ("sorts: []", "bad.yaml, sorts: extra inputs are not permitted."),
        ("just text", "bad.yaml, the whole file: input should be"),
    ],
)
def test_a_file_that_is_no_suite_is_named_with_the_place(content: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=said.replace(".", r"\.")):
        load_suite(write(tmp_path, "bad", content))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"none\.yaml cannot be read"):
        load_suite(tmp_path / "none.yaml")
