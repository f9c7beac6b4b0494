"""The whole recipe on a toy language."""

import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from lab.tests.stopping import stop_at_first_report
from lab.tests.tiny_encoder import write_base
from lab.tests.tiny_masked import write_masked_place

from sayso.core import Blank, Span
from sayso.core.errors import BadFile, BadInput
from sayso.scoring.masked import load_masked
from sayso.scoring.masked_file import load_masked_file
from sayso_lab.choices import read_choices
from sayso_lab.encoder.encoder import Stopped, Watcher
from sayso_lab.encoder.throughput import Report
from sayso_lab.wording.masked import MaskedJob, MaskedModel, train_masked
from sayso_lab.wording.masked_config import MaskedConfig


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Which no test changes."""
    return write_masked_place(tmp_path_factory.mktemp("place"))


def make_job(place: Path, out: Path, **changes: Any) -> MaskedJob:
    job = MaskedJob(
        data_dir=place / "sets",
        out=out,
        name="masked.v7",
        seed=1,
        date=datetime(2026, 2, 3, tzinfo=UTC),
        machine="2 cores, no GPU",
        config=read_choices(place / "config.toml", MaskedConfig),
        base=place / "base",
    )
    return replace(job, **changes)


@pytest.fixture(scope="module")
def finished(place: Path) -> tuple[MaskedJob, MaskedModel]:
    """A run that went through, which no test changes."""
    job = make_job(place, place / "models")
    return job, train_masked(job)


def test_the_words_of_the_toy_language_are_learned(place: Path, tmp_path: Path) -> None:
    """`some people like tea and` always goes on with `the cat`."""
    config = replace(
        read_choices(place / "config.toml", MaskedConfig), samples=3000, rate=3e-3, head_rate=1e-2
    )
    reports: list[Report] = []
    job = make_job(place, tmp_path, config=config)
    model = train_masked(job, watcher=Watcher(report=reports.append))
    text = "some people like tea and the cat sat on my mat abc"
    [[odds]] = load_masked(model.path).guess([Blank(text, (Span(25, 28),))])
    assert odds.find_likeliest(1) == ["the"]
    assert reports[-1].losses["all"] < 0.7 * reports[0].losses["all"]
    assert reports[-1].losses["among ten"] > 0.5
    assert model.results.all.share.value > 0.5


def test_the_record_says_how_it_was_made_and_how_well_it_guesses(
    finished: tuple[MaskedJob, MaskedModel],
) -> None:
    record = load_masked_file(finished[1].path)[0].record
    assert (record["seed"], record["date"], record["machine"]) == (1, "2026-02-03", "2 cores, no GPU")
    assert (record["config"]["samples"], record["threads"], record["base"]["width"]) == (60, 1, 32)
    assert record["samples"] >= 60
    assert {one["name"] for one in record["sets"]} == {
        "jigsaw",
        "perspective_scores",
        "hatexplain",
        "everyday",
    }
    assert all(one["licence"] for one in record["sets"])
    assert "everyday_text.parquet" in {one["file"] for one in record["files"]}
    [results] = record["results"]
    assert (results["what"], results["count"]) == ("dev texts", 10)
    assert results == finished[1].results.to_json(what="dev texts")
    assert "davidson" in record["absent"]


def test_the_steps_are_told_in_order_and_the_same_job_gives_the_same_files(
    place: Path, finished: tuple[MaskedJob, MaskedModel], tmp_path: Path
) -> None:
    steps: list[str] = []
    model = train_masked(make_job(place, tmp_path), watcher=Watcher(steps.append))
    assert steps[0] == "reading jigsaw.parquet"
    assert steps[-3:] == ["training", "exporting", "measuring"]
    assert is_same(model.path, finished[1].path)


def is_same(one: Path, other: Path) -> bool:
    (card, graph), (other_card, other_graph) = load_masked_file(one), load_masked_file(other)
    return graph == other_graph and np.array_equal(card.numbers, other_card.numbers)


def test_a_stopped_run_is_saved_and_goes_on_to_the_same_files(
    place: Path, finished: tuple[MaskedJob, MaskedModel], tmp_path: Path
) -> None:
    job = make_job(place, tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        stopping = Watcher(report=stop_at_first_report(patch))
        with pytest.raises(Stopped, match=r"Stopped after \d+ of 60 samples; saved in"):
            train_masked(job, watcher=stopping)
    assert is_same(train_masked(replace(job, resume=True)).path, finished[1].path)


def test_a_run_does_not_write_over_the_checkpoint_of_another(finished: tuple[MaskedJob, MaskedModel]) -> None:
    with pytest.raises(BadInput, match="There is a checkpoint of an earlier run"):
        train_masked(finished[0])


def test_a_run_with_other_choices_cannot_resume(finished: tuple[MaskedJob, MaskedModel]) -> None:
    config = replace(finished[0].config, samples=90)
    with pytest.raises(BadInput, match="its config has samples = 60, not 90"):
        train_masked(replace(finished[0], config=config, resume=True))


def test_weights_that_do_not_fit_their_config_are_named(place: Path, tmp_path: Path) -> None:
    odd = write_base(tmp_path / "odd", intermediate_size=16)
    with pytest.raises(BadFile, match="do not fit each other"):
        train_masked(make_job(place, tmp_path, base=odd))


def test_a_config_out_of_range_is_named(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("hidden_words = 2")
    with pytest.raises(BadFile, match=r"bad\.toml: hidden_words must be a number from 0\.01 to 0\.9"):
        read_choices(path, MaskedConfig)


def test_threads_are_as_many_as_cores_unless_said() -> None:
    assert (MaskedConfig(threads=3).thread_count, MaskedConfig().thread_count) == (3, os.cpu_count())
