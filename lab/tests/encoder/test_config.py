from pathlib import Path

import pytest

from sayso.core.errors import BadFile, UnknownName
from sayso_lab.choices import read_choices
from sayso_lab.data.labels import ATTRIBUTES
from sayso_lab.encoder.config import MIX, EncoderConfig


def write(tmp_path: Path, content: str) -> Path:
    path = tmp_path / "config.toml"
    path.write_text(content)
    return path


def test_only_what_is_named_changes(tmp_path: Path) -> None:
    config = read_choices(
        write(tmp_path, "samples = 5\nbfloat16 = false\n[mix]\nsbic = 7\nours = 1\n"), EncoderConfig
    )
    assert config == EncoderConfig(samples=5, bfloat16=False, mix={**MIX, "sbic": 7.0, "ours": 1.0})


def test_every_attribute_has_a_weight() -> None:
    assert list(EncoderConfig().attribute_losses) == list(ATTRIBUTES)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("samples = 0", "samples must be a whole number from 1 to 1e+09, not 0."),
        ("rate = 1", "rate must be a number from 1e-07 to 0.1, not 1."),
        ("bfloat16 = 1", "bfloat16 must be true or false, not 1."),
        ("mix = 3", "mix must be a table, not 3."),
        ("[losses]\ngroups = -1", "losses.groups must be a number from 0 to 1000, not -1."),
    ],
)
def test_a_value_out_of_range_is_named(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(BadFile) as caught:
        read_choices(write(tmp_path, line), EncoderConfig)
    assert caught.value.message == f"config.toml: {message}"


def test_an_unknown_name_in_a_table_names_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="Did you mean 'groups'"):
        read_choices(write(tmp_path, "[losses]\ngroup = 1"), EncoderConfig)


def test_no_threads_means_one_for_each_core() -> None:
    assert EncoderConfig(threads=3).thread_count == 3
    assert EncoderConfig().thread_count >= 1


def test_the_example_in_the_docs_is_accepted(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs" / "how-to" / "train-your-own.md").read_text()
    example = page.partition("```toml\n")[2].partition("```")[0]
    config = read_choices(write(tmp_path, example), EncoderConfig)
    assert (config.samples, config.mix["contrast"], config.losses["groups"]) == (200_000, 1500.0, 0.05)
