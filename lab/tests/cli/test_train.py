from pathlib import Path
from typing import Any, cast

import pyarrow
import pyarrow.parquet
import pytest
from click.testing import CliRunner, Result

from sayso.cli import main
from sayso.core.errors import BadInput
from sayso.scoring.encoder_file import save_encoder
from sayso.scoring.linear_weights import load_weights
from sayso.scoring.weight_files import LINEAR, SHIPPED_DIR
from sayso.testing.counting_encoder import make_card, make_graph
from sayso_lab.cli.running import choose_name, describe_machine


@pytest.fixture
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of settings, and in it a data set of one's own in which one word is rude."""
    monkeypatch.setenv("SAYSO_DATA_DIR", str(tmp_path))
    rows = 800
    texts = [f"{'grumble ' if row % 2 else ''}some words number {row}" for row in range(rows)]
    table = {"text": texts, "TOXICITY": [float(row % 2) for row in range(rows)]}
    folder = tmp_path / "sets"
    folder.mkdir()
    cast("Any", pyarrow.parquet).write_table(cast("Any", pyarrow).table(table), folder / "ours.parquet")
    (tmp_path / "small.toml").write_text("bits = 10\nepochs = 2\nbatch = 64\n")
    return tmp_path


def train(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["train", *arguments])


def train_small(data_dir: Path, *arguments: str) -> Result:
    return train(
        "linear", "--data", str(data_dir / "sets"), "--config", str(data_dir / "small.toml"), *arguments
    )


def test_a_run_writes_the_next_free_version_into_the_models_folder(data_dir: Path) -> None:
    first, second = train_small(data_dir), train_small(data_dir)
    assert (first.exit_code, second.exit_code) == (0, 0), first.output
    assert sorted(path.name for path in (data_dir / "models").iterdir()) == ["linear.v2.npz", "linear.v3.npz"]
    assert load_weights(data_dir / "models" / "linear.v3.npz").name == "linear.v3"
    assert "Use it with: sayso score --scorer linear.v3 FILE" in second.output


def test_a_run_tells_its_steps_and_results(data_dir: Path) -> None:
    result = train_small(data_dir)
    assert "reading ours.parquet\n" in result.stderr
    assert "Without jigsaw" in result.stderr
    assert "ours: AUC" in result.stdout


def test_the_folder_and_the_name_can_be_chosen(data_dir: Path) -> None:
    out = data_dir / "elsewhere"
    assert train_small(data_dir, "--out", str(out), "--name", "linear.v7", "--limit", "300").exit_code == 0
    assert load_weights(out / "linear.v7.npz").record["limit"] == 300


def test_a_missing_folder_is_one_sentence_and_a_hint(data_dir: Path) -> None:
    result = train("linear", "--data", str(data_dir / "none"))
    assert result.exit_code == 1
    assert "There is no folder" in result.output
    assert "--data" in result.output


def test_an_existing_version_is_never_replaced(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"linear\.v1 exists already") as caught:
        choose_name("linear.v1", tmp_path, shelf=LINEAR)
    assert caught.value.hint == "Leave --name out; the next free version is linear.v2."


def test_the_shipped_weights_are_made_under_their_own_name() -> None:
    assert choose_name("linear.v1", SHIPPED_DIR, shelf=LINEAR) == "linear.v1"


@pytest.mark.parametrize("name", ["linear", "linear.v0", "linear.vx", "other.v1"])
def test_a_name_without_a_version_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match="is not a versioned name"):
        choose_name(name, tmp_path, shelf=LINEAR)


def test_the_card_of_the_shipped_weights_goes_to_standard_output_or_a_file(data_dir: Path) -> None:
    shown = train("card", "v1")
    assert shown.stdout.startswith("# Model card: linear.v1\n")
    path = data_dir / "card.md"
    assert train("card", "linear.v1", "--out", str(path)).exit_code == 0
    assert path.read_text("utf-8") == shown.stdout


def test_the_card_of_an_encoder_is_asked_for_by_its_name(data_dir: Path) -> None:
    save_encoder(data_dir / "models", make_card(name="embedded.v9"), make_graph())
    for name in ("embedded", "embedded.v9"):
        assert train("card", name).stdout.startswith("# Model card: embedded.v9\n")


def test_a_card_of_an_unknown_model_names_the_known_ones(data_dir: Path) -> None:
    result = train("card", "embeded")
    assert result.exit_code == 1
    assert (
        "Unknown model 'embeded'. Known: embedded, languages, linear, masked, second, wording. "
        "Did you mean 'embedded'?" in result.stderr
    )


def test_the_machine_is_described_by_its_class() -> None:
    assert describe_machine().endswith("cores, no GPU")
