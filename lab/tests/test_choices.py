from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from sayso.core.errors import BadFile
from sayso_lab.choices import find_checks, read_choices
from sayso_lab.encoder.config import EncoderConfig
from sayso_lab.recipe import Recipe
from sayso_lab.wording.masked_config import MaskedConfig

FILE = Path("config.toml")


@pytest.mark.parametrize("recipe", [Recipe, EncoderConfig, MaskedConfig])
def test_every_default_is_a_value_that_a_file_could_give(recipe: type[Any]) -> None:
    checks = find_checks(recipe)
    for each in fields(recipe):
        default = getattr(recipe(), each.name)
        given = list(default) if each.name == "sizes" else default
        assert checks[each.name](FILE, each.name, given) == default


def test_a_default_of_ones_own_keeps_the_bounds(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("warm_up = 0.95")
    with pytest.raises(BadFile, match=r"bad\.toml: warm_up must be a number from 0 to 0\.9, not 0\.95"):
        read_choices(path, MaskedConfig)
    assert MaskedConfig().warm_up == 0.05


def test_a_file_that_is_not_toml_is_shown_a_line_of_its_recipe(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("samples: 3")
    with pytest.raises(BadFile) as caught:
        read_choices(path, EncoderConfig)
    assert caught.value.hint == "Write lines such as: samples = 300000"
