from pathlib import Path

import pytest

from sayso.core.errors import BadFile, UnknownName
from sayso_lab.choices import read_choices
from sayso_lab.recipe import Recipe


def write(tmp_path: Path, content: str) -> Path:
    path = tmp_path / "recipe.toml"
    path.write_text(content)
    return path


def test_only_what_is_named_changes(tmp_path: Path) -> None:
    recipe = read_choices(write(tmp_path, "epochs = 7\nsizes = [4, 2]\nrate = 1\n"), Recipe)
    assert recipe == Recipe(epochs=7, sizes=(2, 4), rate=1.0)
    assert (recipe.fit.epochs, recipe.scheme.sizes, recipe.windows.size) == (7, (2, 4), Recipe().window_size)


def test_an_unknown_setting_names_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="Did you mean 'epochs'"):
        read_choices(write(tmp_path, "epoch = 7"), Recipe)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("epochs = 0", "epochs must be a whole number from 1 to 100, not 0."),
        ("epochs = 2.5", "epochs must be a whole number from 1 to 100, not 2.5."),
        ("epochs = true", "epochs must be a whole number from 1 to 100, not True."),
        ("damping = 3", "damping must be a number from 0 to 1, not 3."),
        ("sizes = []", "sizes must be a list of whole numbers from 2 to 8, not []."),
        ("sizes = 3", "sizes must be a list of whole numbers from 2 to 8, not 3."),
        ("sizes = [1]", "sizes must be a list of whole numbers from 2 to 8, not [1]."),
    ],
)
def test_a_value_out_of_range_is_named(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(BadFile) as caught:
        read_choices(write(tmp_path, line), Recipe)
    assert caught.value.message == f"recipe.toml: {message}"


def test_a_file_that_is_not_toml_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"recipe\.toml is not TOML"):
        read_choices(write(tmp_path, "epochs: 3"), Recipe)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="There is no file"):
        read_choices(tmp_path / "none.toml", Recipe)
