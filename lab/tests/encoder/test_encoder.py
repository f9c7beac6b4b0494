"""The whole recipe on a toy language in which one word is rude."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from lab.tests.stopping import stop_at_first_report
from lab.tests.tiny_encoder import write_base, write_place, write_sets

from sayso.core import Attribute
from sayso.core.errors import BadFile, BadInput
from sayso.scoring.embedded import load_embedded
from sayso.scoring.encoder_file import EncoderMetadata, load_encoder, load_metadata
from sayso_lab.choices import read_choices
from sayso_lab.encoder.config import EncoderConfig
from sayso_lab.encoder.encoder import Stopped, Watcher, train_encoder
from sayso_lab.encoder.job import EncoderJob
from sayso_lab.encoder.throughput import Report


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Which no test changes."""
    return write_place(tmp_path_factory.mktemp("place"))


def make_job(place: Path, out: Path, **changes: Any) -> EncoderJob:
    job = EncoderJob(
        data_dir=place / "sets",
        out=out,
        name="embedded.v7",
        seed=1,
        date=datetime(2026, 2, 3, tzinfo=UTC),
        machine="2 cores, no GPU",
        config=read_choices(place / "config.toml", EncoderConfig),
        base=place / "base",
    )
    return replace(job, **changes)


@pytest.fixture(scope="module")
def finished(place: Path) -> EncoderJob:
    """A run that went through, which no test changes."""
    job = make_job(place, place / "models")
    train_encoder(job)
    return job


@pytest.fixture(scope="module")
def card(finished: EncoderJob) -> EncoderMetadata:
    return load_metadata(finished.out / "embedded.v7.json")


def test_the_rude_word_is_learned_and_survives_the_files(place: Path, tmp_path: Path) -> None:
    config = replace(
        read_choices(place / "config.toml", EncoderConfig), samples=1500, rate=1e-3, head_rate=5e-3
    )
    scorer = load_embedded(train_encoder(make_job(place, tmp_path, config=config)), threads=1)
    kind, rude = scorer.score(["the cat abc", "you grumble abc"]).columns[Attribute.TOXICITY]
    assert (kind < 0.3, rude > 0.7) == (True, True)
    assert scorer.name == "embedded.v7"


def test_the_record_says_how_it_was_made(card: EncoderMetadata) -> None:
    record = card.record
    assert (record["seed"], record["date"], record["machine"]) == (1, "2026-02-03", "2 cores, no GPU")
    assert (record["config"]["samples"], record["threads"]) == (60, 1)
    assert {one["name"] for one in record["sets"]} == {"jigsaw", "perspective_scores", "hatexplain"}
    assert all(one["licence"] for one in record["sets"])
    assert {one["file"]: len(one["sha256"]) for one in record["files"]} == {
        "jigsaw.parquet": 64,
        "perspective_scores.parquet": 64,
        "hatexplain.parquet": 64,
    }
    assert "davidson" in record["absent"]
    assert record["base"]["width"] == 32
    assert record["samples"] >= 60


def test_the_record_says_how_well_it_was_written(card: EncoderMetadata) -> None:
    fidelity = card.record["fidelity"]
    assert fidelity["largest"] < 0.05
    assert fidelity["largest_with_company"] < 0.001
    assert fidelity["texts"] > 20


def test_scores_are_calibrated_and_mapped_to_the_other_scale(card: EncoderMetadata) -> None:
    assert card.temperatures[0].temperature != 1.0
    assert card.scale_map is not None
    assert card.cascade == {}
    assert len(card.record["thresholds"]["TOXICITY"]) == 19


def test_the_steps_are_told_in_order_and_the_same_job_gives_the_same_graph(
    place: Path, finished: EncoderJob, tmp_path: Path
) -> None:
    steps: list[str] = []
    reports: list[Report] = []
    path = train_encoder(make_job(place, tmp_path), watcher=Watcher(steps.append, reports.append))
    assert steps[0] == "reading jigsaw.parquet"
    assert steps.index("training") < steps.index("exporting") < steps.index("calibrating")
    assert steps[-1] == "measuring"
    assert reports[-1].share == 1.0
    assert path.with_suffix(".onnx").read_bytes() == (finished.out / "embedded.v7.onnx").read_bytes()


def test_a_stopped_run_is_saved_and_goes_on_to_the_same_graph(
    place: Path, finished: EncoderJob, tmp_path: Path
) -> None:
    job = make_job(place, tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        stopping = Watcher(report=stop_at_first_report(patch))
        with pytest.raises(Stopped, match=r"Stopped after \d+ of 60 samples; saved in"):
            train_encoder(job, watcher=stopping)
    path = train_encoder(replace(job, resume=True))
    assert path.with_suffix(".onnx").read_bytes() == (finished.out / "embedded.v7.onnx").read_bytes()


def test_a_run_does_not_write_over_the_checkpoint_of_another(finished: EncoderJob) -> None:
    with pytest.raises(BadInput, match="There is a checkpoint of an earlier run") as caught:
        train_encoder(finished)
    assert "--resume" in caught.value.hint


def test_a_run_on_other_data_cannot_resume(finished: EncoderJob, tmp_path: Path) -> None:
    fewer = write_sets(tmp_path / "fewer", posts=50)
    with pytest.raises(BadInput, match="it was learning from other data"):
        train_encoder(replace(finished, data_dir=fewer, resume=True))


def test_a_second_stage_starts_from_the_weights_of_the_first(
    place: Path, finished: EncoderJob, card: EncoderMetadata, tmp_path: Path
) -> None:
    second = train_encoder(make_job(place, tmp_path, name="embedded.v8", start=finished.checkpoint))
    assert load_metadata(second).record["start"] != card.record["start"]
    assert load_encoder(second)[1] != (finished.out / "embedded.v7.onnx").read_bytes()


def test_weights_of_another_shape_cannot_be_started_from(finished: EncoderJob, tmp_path: Path) -> None:
    flat = write_base(tmp_path / "flat", num_hidden_layers=1)
    with pytest.raises(BadInput, match="are of another shape than the base model"):
        train_encoder(replace(finished, out=tmp_path, start=finished.checkpoint, base=flat))


def test_a_folder_without_data_is_named(place: Path, tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="There is no folder"):
        train_encoder(make_job(place, tmp_path, data_dir=tmp_path / "none"))
