"""How far what was marked in a text is what should have been marked."""

from collections.abc import Collection, Hashable

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


def overlap_coefficient(left: Collection[Hashable], right: Collection[Hashable]) -> float:
    """How much of the smaller set lies in the other.

    Formula: |left ∩ right| / min(|left|, |right|); 0 where one of them is empty. Range 0 to 1, higher is
    better. A set that holds everything overlaps fully with any other, so read it beside an F1.
    Source: Szymkiewicz-Simpson coefficient; used by Wright et al. 2021 (RECAST) for flagged words.

    >>> overlap_coefficient({1, 2, 3}, {3, 4})
    0.5
    """
    one, other = frozenset(left), frozenset(right)
    smaller = min(len(one), len(other))
    return len(one & other) / smaller if smaller else 0.0


def chance_overlap(left: int, right: int, total: int) -> float:
    """The overlap coefficient that `left` of `total` things, drawn by chance, have with a set of `right`.

    Formula: (left right / total) / min(left, right) = max(left, right) / total; 0 where one is empty.

    >>> chance_overlap(2, 5, 10)
    0.5
    """
    return max(left, right) / total if min(left, right) and total else 0.0
