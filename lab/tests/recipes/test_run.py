"""A recipe of two stages and their mean, from tiny data sets to the bytes."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from lab.tests.stopping import stop_at_first_report
from lab.tests.tiny_encoder import write_place

from sayso.core.errors import BadFile, BadInput
from sayso.scoring.encoder_file import EncoderMetadata, load_metadata
from sayso_lab.card_encoder import make_encoder_card
from sayso_lab.encoder.encoder import Stopped, Watcher
from sayso_lab.recipes.document import load_recipe
from sayso_lab.recipes.run import RecipeJob, run_recipe

RECIPE = """
name = "embedded.v7"
date = 2026-02-03
seed = 1
sets = ["jigsaw", "perspective_scores", "hatexplain"]
[mix]
jigsaw = 3
perspective_scores = 1
hatexplain = 1
[settings]
samples = 40
bfloat16 = false
threads = 1
chunk = 30
batch_tokens = 200
batch_texts = 8
short = 12
middle = 16
long = 32
[[stages]]
name = "first"
[[stages]]
name = "second"
start = "first"
seed = 2
mix = {hatexplain = 4}
[average]
first = 2
second = 3
[choices]
cut_hatexplain = -0.5
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Which no test changes."""
    folder = write_place(tmp_path_factory.mktemp("place"))
    (folder / "tiny.toml").write_text(RECIPE)
    return folder


def make_job(place: Path, out: Path) -> RecipeJob:
    return RecipeJob(
        recipe=load_recipe(place / "tiny.toml"),
        data_dir=place / "sets",
        out=out,
        machine="2 cores, no GPU",
        base=place / "base",
        now=lambda: datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC),
    )


def read_files(folder: Path) -> list[bytes]:
    return [(folder / f"embedded.v7.{suffix}").read_bytes() for suffix in ("onnx", "json")]


@pytest.fixture(scope="module")
def finished(place: Path) -> RecipeJob:
    """A run that went through, which no test changes."""
    job = make_job(place, place / "models")
    run_recipe(job)
    return job


@pytest.fixture(scope="module")
def metadata(finished: RecipeJob) -> EncoderMetadata:
    return load_metadata(finished.out / "embedded.v7.json")


def test_the_same_recipe_gives_the_same_bytes_even_if_stopped_and_resumed(
    place: Path, finished: RecipeJob, tmp_path: Path
) -> None:
    job = make_job(place, tmp_path)
    with pytest.MonkeyPatch.context() as patch:
        stopping = Watcher(report=stop_at_first_report(patch))
        with pytest.raises(Stopped, match="of 40 samples"):
            run_recipe(job, watcher=stopping)
    assert not (tmp_path / "embedded.v7.json").exists()
    run_recipe(replace(job, resume=True))
    assert read_files(tmp_path) == read_files(finished.out)


def test_the_record_names_the_recipe_and_its_stages(finished: RecipeJob, metadata: EncoderMetadata) -> None:
    record = metadata.record
    assert record["recipe"] == {"name": "tiny", "sha256": finished.recipe.sha256}
    assert record["date"] == "2026-02-03"
    assert [(one["name"], one["start"], one["seed"]) for one in record["stages"]] == [
        ("first", "base", 1),
        ("second", "first", 2),
    ]
    assert record["average"] == {"first": 2, "second": 3}
    assert record["samples"] >= 80
    assert metadata.words.cut_hatexplain == -0.5
    assert "`sayso train recipe tiny --data DIR`" in make_encoder_card(metadata)


def test_the_log_says_when_where_with_what_and_how_long(finished: RecipeJob) -> None:
    lines = finished.log.read_text().splitlines()
    assert lines[0].startswith(f"2026-03-04 05:06:07 began tiny (sha256 {finished.recipe.sha256}) on 2 cores")
    assert ", torch " in lines[0]
    assert lines[1].startswith("2026-03-04 05:06:07 stage first: 40 samples, 0.0")
    assert lines[3].endswith("weights: first × 2, second × 3")
    assert lines[4].startswith("2026-03-04 05:06:07 wrote embedded.v7.onnx, sha256 ")


def test_the_mean_of_two_stages_is_neither_of_them(place: Path, finished: RecipeJob, tmp_path: Path) -> None:
    whole = make_job(place, tmp_path)
    alone = replace(whole.recipe, average={"second": 1.0})
    run_recipe(
        replace(whole, recipe=alone, checkpoint_dir=finished.out / "embedded.v7.checkpoint", resume=True)
    )
    assert read_files(tmp_path)[0] != read_files(finished.out)[0]


def test_a_stage_can_start_from_a_model_there_is(finished: RecipeJob, tmp_path: Path) -> None:
    recipe = finished.recipe
    second = replace(recipe.stages[1], start="embedded.v7")
    later = replace(recipe, model="embedded.v8", stages=(second,), average={"second": 1.0})
    checkpoints = tmp_path / "checkpoints"
    path = run_recipe(replace(finished, recipe=later, checkpoint_dir=checkpoints, base=tmp_path / "none"))
    record = load_metadata(path).record
    assert record["stages"][0]["start"] == "embedded.v7"
    assert record["base"]["width"] == 32


def test_a_model_there_is_may_teach_and_have_a_share(finished: RecipeJob, tmp_path: Path) -> None:
    first = replace(finished.recipe.stages[0], start="embedded.v7")
    taught = replace(
        finished.recipe,
        model="embedded.v9",
        stages=(first,),
        teacher="embedded.v7",
        distil={"jigsaw": 0.5},
        average={"first": 3.0, "embedded.v7": 1.0},
    )
    plain = replace(taught, beside="embedded.v7", teacher="", distil={}, average={"first": 1.0})
    written: list[bytes] = []
    for recipe in (taught, plain):
        job = replace(finished, recipe=recipe, checkpoint_dir=tmp_path / str(len(written)))
        written.append(run_recipe(job).with_suffix(".onnx").read_bytes())
    assert written[0] != written[1]
    card = make_encoder_card(load_metadata(finished.out / "embedded.v9.json"))
    assert "| What | embedded.v9 [95 %] | embedded.v7 [95 %] | Texts | Aim | Met | Note |" in card
    lines = finished.out.joinpath("embedded.v9.log").read_text().splitlines()
    assert lines[2].endswith("weights: first × 3, embedded.v7 × 1")


def test_a_run_does_not_write_over_the_checkpoints_of_another(finished: RecipeJob) -> None:
    with pytest.raises(BadInput, match="There is a checkpoint of an earlier run"):
        run_recipe(finished)


def test_a_set_that_is_not_there_is_named(place: Path, tmp_path: Path) -> None:
    job = make_job(place, tmp_path)
    with pytest.raises(BadFile, match="sets lacks davidson") as caught:
        run_recipe(replace(job, recipe=replace(job.recipe, sets=("jigsaw", "davidson"))))
    assert caught.value.hint == "Put davidson.parquet into the folder."


def test_a_source_without_rows_is_named(place: Path, tmp_path: Path) -> None:
    (tmp_path / "tiny.toml").write_text(RECIPE.replace("jigsaw = 3", "jigsaw = 3\njigsow = 1"))
    job = replace(make_job(place, tmp_path), recipe=load_recipe(tmp_path / "tiny.toml"))
    with pytest.raises(BadFile, match=r"tiny\.toml: mix\.jigsow: no row to learn from") as caught:
        run_recipe(job)
    assert "hatexplain, jigsaw, perspective_scores" in caught.value.hint
