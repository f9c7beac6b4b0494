"""A base model so small that a step of training takes milliseconds, and data sets to go with it."""

import json
from pathlib import Path
from typing import Any, cast

import pyarrow
import pyarrow.parquet
import torch
from safetensors.torch import save_file  # pyright: ignore[reportUnknownVariableType]  # a path of any kind

from sayso.testing.tiny_tokenizer import make_tokenizer
from sayso_lab.encoder.config import EncoderConfig

WIDTH, LAYERS, INNER, POSITIONS = 32, 2, 64, 64
SMALL = EncoderConfig(
    samples=48,
    bfloat16=False,
    threads=1,
    chunk=20,
    batch_tokens=60,
    batch_texts=5,
    short=12,
    middle=16,
    long=32,
    mix={"ours": 3.0, "spans": 1.0},
)


def write_base(folder: Path, *, seed: int = 1, **changes: Any) -> Path:
    """A BERT of two layers with weights drawn by chance, in Hugging Face's names."""
    folder.mkdir()
    tokenizer = make_tokenizer()
    tokenizer.save(str(folder / "tokenizer.json"))
    config: dict[str, Any] = {
        "model_type": "bert",
        "hidden_act": "gelu",
        "vocab_size": tokenizer.get_vocab_size(),
        "max_position_embeddings": POSITIONS,
        "hidden_size": WIDTH,
        "num_hidden_layers": LAYERS,
        "num_attention_heads": 4,
        "intermediate_size": INNER,
        "layer_norm_eps": 1e-6,
    }
    (folder / "config.json").write_text(json.dumps(config | changes))
    save_file(make_tensors(tokenizer.get_vocab_size(), seed), folder / "model.safetensors")
    return folder


def make_tensors(vocabulary: int, seed: int) -> dict[str, torch.Tensor]:
    generator = torch.Generator().manual_seed(seed)

    def draw(*shape: int) -> torch.Tensor:
        return torch.randn(*shape, generator=generator) * 0.3

    found = {
        "embeddings.word_embeddings.weight": draw(vocabulary, WIDTH),
        "embeddings.position_embeddings.weight": draw(POSITIONS, WIDTH),
        "embeddings.token_type_embeddings.weight": draw(2, WIDTH),
    }
    square = ("attention.self.query", "attention.self.key", "attention.self.value", "attention.output.dense")
    names = dict.fromkeys(square, (WIDTH, WIDTH))
    names |= {"intermediate.dense": (INNER, WIDTH), "output.dense": (WIDTH, INNER)}
    for layer in (f"encoder.layer.{number}" for number in range(LAYERS)):
        for name, (out, width) in names.items():
            found |= {f"{layer}.{name}.weight": draw(out, width), f"{layer}.{name}.bias": draw(out)}
    norms = [f"encoder.layer.{n}.{part}" for n in range(LAYERS) for part in ("attention.output", "output")]
    for name in ("embeddings", *norms):
        found |= {f"{name}.LayerNorm.weight": 1 + draw(WIDTH), f"{name}.LayerNorm.bias": draw(WIDTH)}
    return found


CONFIG = """
samples = 60
bfloat16 = false
threads = 1
chunk = 30
batch_tokens = 200
batch_texts = 8
short = 12
middle = 16
long = 32
[mix]
contrast = 0
"""
"""A run of a second or so, without the many sentences written for the hard cases."""


def write_sets(folder: Path, *, posts: int = 60) -> Path:
    """Comments, half of them rude; some that Perspective scored; posts with marked words."""
    folder.mkdir()
    comments = [f"{'you grumble' if place % 2 else 'the cat'} {spell(place)}" for place in range(400)]
    _write(
        folder / "jigsaw.parquet",
        {"comment_text": comments, "toxic": [place % 2 for place in range(400)]}
        | dict.fromkeys(("severe_toxic", "obscene", "threat", "insult", "identity_hate"), [0.0, 1.0] * 200),
    )
    scored = [f"{'a grumble person' if place % 2 else 'nice tea'} {spell(place)}" for place in range(240)]
    names = (
        "TOXICITY@6",
        "SEVERE_TOXICITY@2",
        "IDENTITY_ATTACK",
        "INSULT",
        "PROFANITY",
        "THREAT",
        "SEXUALLY_EXPLICIT",
    )
    _write(
        folder / "perspective_scores.parquet",
        {"comment_text": scored}
        | {name: [0.1 + 0.7 * (place % 2) for place in range(240)] for name in names},
    )
    rude = [place % 2 == 1 for place in range(posts)]
    _write(
        folder / "hatexplain.parquet",
        {
            "post_id": [f"post {place}" for place in range(posts)],
            "tokens": [
                ["what", "grumble" if bad else "tea", *spell(place).split()] for place, bad in enumerate(rude)
            ],
            "labels": [["offensive" if bad else "normal"] * 3 for bad in rude],
            "targets": [[["Women" if bad else "None"]] * 3 for bad in rude],
            "rationales": [[[0, 1, 0, 0, 0]] * 3 if bad else [] for bad in rude],
            "split": ["val" if place % 5 == 0 else "train" for place in range(posts)],
        },
    )
    return folder


def as_list(tensor: torch.Tensor) -> list[Any]:
    """torch leaves the type open."""
    return cast("Any", tensor).tolist()


def spell(number: int) -> str:
    """A number in three words, so that no two texts are alike."""
    letters = "abcdefghij"
    return " ".join(letters[int(digit)] * 3 for digit in f"{number:03}")


def _write(path: Path, columns: dict[str, Any]) -> None:
    cast("Any", pyarrow.parquet).write_table(cast("Any", pyarrow).table(columns), path)


def write_place(folder: Path) -> Path:
    """A folder with a base, data and a config: all that a run needs."""
    (folder / "config.toml").write_text(CONFIG)
    write_base(folder / "base")
    write_sets(folder / "sets")
    return folder
