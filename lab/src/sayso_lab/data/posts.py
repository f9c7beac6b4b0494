"""Judged posts of Gab and comments of YouTube: small shares of hate as it is met in the wild."""

import math
from typing import Final

from sayso_lab.data import columns as col
from sayso_lab.data.define import Rows, Tables, define_set
from sayso_lab.data.rows import make_row
from sayso_lab.data.wording import is_profane, names_group

_GAB_COLUMNS: Final = ("text", "hd", "cv", "vo", "split")
_LAYERS: Final = ("HS", "Non-HS")


def _read_gab(tables: Tables) -> Rows:
    """Assault on human dignity, call for violence, vulgar. Few saw each post: shares stay off the ends."""
    table = tables["gab_hate"]
    for text, dignity, violence, vulgar, split in zip(*(table[name] for name in _GAB_COLUMNS), strict=True):
        hateful = bool(dignity or violence)
        rude = 0.85 if hateful else 0.75 if vulgar else math.nan
        calm = 0.12 if names_group(text) else 0.04
        shares = {
            "IDENTITY_ATTACK": 0.88 if hateful else calm,
            "TOXICITY": rude,
            "THREAT": 0.75 if violence else 0.03,
            "PROFANITY": (0.85 if is_profane(text) else math.nan) if vulgar else math.nan,
        }
        own = "held" if split == "test" else "train"
        yield make_row("gab_hate", text, shares, gold=float(hateful), own=own)


def _read_youtube(tables: Tables) -> Rows:
    table = tables["ishate_youtube"]
    for text, layer, split in zip(table["text"], table["hateful_layer"], table["split"], strict=True):
        hateful = layer == "HS"
        shares = {"IDENTITY_ATTACK": 0.93, "TOXICITY": 0.85} if hateful else {"IDENTITY_ATTACK": 0.05}
        own = "train" if split == "train" else "held"
        yield make_row("ishate_youtube", text, shares, gold=float(hateful), own=own)


GAB_HATE = define_set(
    "gab_hate",
    {
        "gab_hate": {
            "text": col.text(),
            **dict.fromkeys(("hd", "cv", "vo"), col.number(0, 1)),
            "split": col.choice("train", "test"),
        }
    },
    _read_gab,
)
ISHATE_YOUTUBE = define_set(
    "ishate_youtube",
    {
        "ishate_youtube": {
            "text": col.text(),
            "hateful_layer": col.choice(*_LAYERS),
            "split": col.choice("train", "dev", "test"),
        }
    },
    _read_youtube,
)
