from pathlib import Path

from click.testing import CliRunner, Result
from lab.tests.recipes.test_run import RECIPE
from lab.tests.tiny_encoder import write_place

from sayso.cli import main


def train(place: Path, name: str) -> Result:
    paths = {"data": place / "sets", "out": place / "models", "base": place / "base"}
    options = [f"--{option}={path}" for option, path in paths.items()]
    return CliRunner().invoke(main, ["train", "recipe", name, *options])


def test_a_recipe_writes_the_model_and_its_log_and_refuses_to_write_them_again(tmp_path: Path) -> None:
    place = write_place(tmp_path)
    recipe = place / "tiny.toml"
    recipe.write_text(RECIPE.replace("embedded.v7", "embedded.v700"))
    result = train(place, str(recipe))
    assert result.exit_code == 0, result.output
    assert f"Wrote {place / 'models' / 'embedded.v700.onnx'}" in result.stdout
    assert f"Wrote {place / 'models' / 'embedded.v700.log'}" in result.stdout
    assert "Use it with: sayso score --scorer embedded.v700 FILE" in result.stdout
    again = train(place, str(recipe))
    assert (again.exit_code, "embedded.v700 exists already" in again.stderr) == (1, True)


def test_an_unknown_recipe_names_those_there_are(tmp_path: Path) -> None:
    result = train(tmp_path, "embedded_v44")
    assert result.exit_code == 1
    assert "Unknown recipe 'embedded_v44'. Known: embedded_v4. Did you mean 'embedded_v4'?" in result.stderr
