import datetime
from pathlib import Path

import pytest

from sayso.core.errors import BadFile, BadInput, UnknownName
from sayso_lab.data.sets import SETS
from sayso_lab.recipes.document import FOLDER, Recipe, find_recipe, load_recipe

HEAD = """
name = "embedded.v7"
date = 2026-02-03
seed = 1
sets = ["jigsaw"]
"""
STAGES = """
[[stages]]
name = "first"
samples = 60
[[stages]]
name = "second"
start = "first"
seed = 2
rate = 2e-4
mix = {jigsaw = 4}
"""
WHOLE = f"""{HEAD}
[mix]
jigsaw = 3
contrast = 1
[settings]
samples = 80
{STAGES}
[average]
first = 2
second = 3
[choices]
cascade = "linear.v1"
cut_hatexplain = -0.5
"""


def load(folder: Path, content: str) -> Recipe:
    path = folder / "mine.toml"
    path.write_text(content)
    return load_recipe(path)


def test_a_stage_has_what_all_have_and_what_is_its_own(tmp_path: Path) -> None:
    recipe = load(tmp_path, WHOLE)
    first, second = recipe.stages
    assert (first.start, first.seed, first.config.samples, first.config.rate) == ("base", 1, 60, 1.5e-4)
    assert (second.start, second.seed, second.config.samples, second.config.rate) == ("first", 2, 80, 2e-4)
    assert first.config.mix == {"jigsaw": 3, "contrast": 1}
    assert second.config.mix == {"jigsaw": 4, "contrast": 1}
    assert first.config.own_mix == 0


def test_a_recipe_says_what_it_makes_and_how_it_ends(tmp_path: Path) -> None:
    recipe = load(tmp_path, WHOLE)
    assert (recipe.name, recipe.model, recipe.date) == ("mine", "embedded.v7", datetime.date(2026, 2, 3))
    assert len(recipe.sha256) == 64
    assert (recipe.sets, recipe.average, recipe.cascade) == (
        ("jigsaw",),
        {"first": 2, "second": 3},
        "linear.v1",
    )
    assert (recipe.fixed.cut_hatexplain, recipe.fixed.cut_toxicspans) == (-0.5, None)


def test_without_an_average_the_last_stage_is_kept(tmp_path: Path) -> None:
    assert load(tmp_path, f"{HEAD}mix = {{jigsaw = 1}}\n{STAGES}").average == {"second": 1.0}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"embedded.v7"', '"v7"', r"name: string should match pattern '^embedded\.v[1-9]\d*$'."),
        ("date = 2026-02-03", "", "date: field required."),
        ("samples = 60", "samples = 0", "stages.0.samples must be a whole number from 1 to 1e+09, not 0."),
        ("samples = 80", "samples = -1", "settings.samples must be a whole number from 1 to 1e+09, not -1."),
        ("jigsaw = 3", "jigsaw = -3", "mix.jigsaw must be a number from 0 to 1e+06, not -3."),
        ("second = 3", "third = 3", "average.third is no stage and no model; there are first, second."),
        ("second = 3", "second = 0", "average.second: input should be greater than 0."),
        ("linear.v1", "linear", r"choices.cascade: string should match pattern '^linear\.v[1-9]\d*$'."),
        ('"second"', '"first"', "stages.1.name: two stages are called 'first'; give each its own."),
        (
            "seed = 1", 'seed = 1\nteacher = "embedded.v3"',
            "teacher and [distil] go together: a model such as embedded.v3 and shares.",
        ),
        (
            'start = "first"', 'start = "third"',
            "stages.1.start must be 'base', a model such as embedded.v3, or an earlier stage (first),"
            " not 'third'.",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_what_would_be_right(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    with pytest.raises(BadFile) as caught:
        load(tmp_path, WHOLE.replace(old, new, 1))
    assert caught.value.message == f"mine.toml: {message}"


def test_an_unknown_setting_names_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"setting in mine\.toml: 'stages\.0\.sample'"):
        load(tmp_path, WHOLE.replace("samples = 60", "sample = 60"))


def test_a_recipe_is_found_by_name_or_by_file() -> None:
    assert find_recipe("folder/mine.toml") == Path("folder/mine.toml")
    with pytest.raises(UnknownName, match="Unknown recipe 'nobody'"):
        find_recipe("nobody")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_the_recipes_of_the_laboratory_are_whole(path: Path) -> None:
    assert set(load_recipe(path).sets) <= {one.name for one in SETS}
    assert find_recipe(path.stem) == path
