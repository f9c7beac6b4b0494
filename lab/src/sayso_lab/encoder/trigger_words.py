"""Words that carry much of a judgement, found in the texts that are learned from."""

import math
import re
from collections import Counter
from collections.abc import Iterable

import numpy as np

from sayso_lab.data.labels import ATTRIBUTES
from sayso_lab.data.rows import Row

_WORD = re.compile("[a-z]{4,}")
LONGEST_TEXT = 600
"""In long texts most words have nothing to do with the judgement."""
FEWEST_TEXTS = 12
LEAST_ODDS = 0.9
LEAST_SURENESS = 5.0
_HARM = [ATTRIBUTES.index(name) for name in ATTRIBUTES if name in ("TOXICITY", "IDENTITY_ATTACK")]


def find_trigger_words(rows: Iterable[Row], *, most: int) -> tuple[str, ...]:
    """Words that harmful texts hold clearly more often, the surest first.

    By the logarithm of the odds ratio (natural, with a half added to each count) and by how many of its own
    standard errors it lies above 0.
    """
    harmful, harmless = Counter[str](), Counter[str]()
    texts = {True: 0, False: 0}
    for row in rows:
        harm = judge_harm(row)
        if harm is not None and len(row.text) <= LONGEST_TEXT:
            (harmful if harm else harmless).update(set(_WORD.findall(row.text.lower())))
            texts[harm] += 1
    found = [
        (sureness, word)
        for word, count in harmful.items()
        if count >= FEWEST_TEXTS
        and (sureness := _weigh(count, texts[True], harmless[word], texts[False])) > LEAST_SURENESS
    ]
    return tuple(word for _, word in sorted(found, key=lambda one: (-one[0], one[1]))[:most])


def judge_harm(row: Row) -> bool | None:
    """Whether at least half of those who judged saw toxicity or an attack; None if nobody judged."""
    judged = row.attributes[_HARM]
    return None if np.isnan(judged).all() else bool(np.nanmax(judged) >= 0.5)


def _weigh(harmful: int, harmful_texts: int, harmless: int, harmless_texts: int) -> float:
    odds = math.log((harmful + 0.5) / harmful_texts) - math.log((harmless + 0.5) / max(harmless_texts, 1))
    return odds / math.sqrt(1 / (harmful + 0.5) + 1 / (harmless + 0.5)) if odds > LEAST_ODDS else 0.0
