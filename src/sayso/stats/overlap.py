"""How far what was marked in a text is what should have been marked."""

from collections.abc import Collection

from sayso.stats.classification import f1_from_counts


def character_f1(gold: Collection[int], marked: Collection[int]) -> float:
    """F1 of one text's marked characters, each given by its offset.

    Formula: 2 |gold ∩ marked| / (|gold| + |marked|); 1 where nothing should be marked and nothing is, so 0
    where only one of the two is empty. Range 0 to 1, higher is better. A set of texts gets the mean.
    Source: Pavlopoulos et al. 2021, SemEval-2021 task 5.

    >>> character_f1({0, 1, 2, 3}, {2, 3, 4, 5})
    0.5
    """
    wanted, found = frozenset(gold), frozenset(marked)
    if not wanted and not found:
        return 1.0
    hits = len(wanted & found)
    return f1_from_counts(hits, len(found) - hits, len(wanted) - hits)
