"""Everyday talk in a toy language, to train a masked-word model on in a second or two."""

from pathlib import Path
from typing import Any, cast

import pyarrow
import pyarrow.parquet
from lab.tests.tiny_encoder import spell, write_base, write_sets

CONFIG = """
samples = 60
bfloat16 = false
threads = 1
chunk = 40
batch_tokens = 200
shortest = 4
longest = 32
"""


def write_parquet(path: Path, columns: dict[str, list[Any]]) -> Path:
    cast("Any", pyarrow.parquet).write_table(cast("Any", pyarrow).table(columns), path)
    return path


def write_everyday(folder: Path, *, texts: int = 300) -> Path:
    talk = [f"some people like tea and the cat sat on my mat {spell(place)}" for place in range(texts)]
    talk += ["too short", "much too long " * 60, talk[0]]
    return write_parquet(folder / "everyday_text.parquet", {"source": ["sgd"] * len(talk), "text": talk})


def write_masked_place(folder: Path) -> Path:
    """A folder with a base, data and a config: all that a run needs."""
    (folder / "config.toml").write_text(CONFIG)
    write_base(folder / "base")
    write_everyday(write_sets(folder / "sets"))
    return folder
