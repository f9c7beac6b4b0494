"""What a suite's authors may have missed, said one line a fault."""

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from typing import get_args

from sayso.audit.suites.document import GROUP_SLOTS, Half, Suite

HALVES: tuple[Half, ...] = get_args(Half)
_SLOT = re.compile(r"{(\w+)}")


def find_faults(suite: Suite) -> list[str]:
    """Empty where a suite is sound: nothing stands twice in its list or in both halves, every slot can be
    filled, and no template is both an attack and none."""
    return [*_find_doubles(suite), *_find_shared(suite), *_find_slots(suite), *_find_contradictions(suite)]


def _find_doubles(suite: Suite) -> Iterator[str]:
    """A template that stands twice counts twice, unseen."""
    for half in HALVES:
        for kind in suite.kinds:
            yield from _list_doubles(f"{kind.kind}, {half}", kind.list_templates(half))
        for slot, words in suite.list_words(half).items():
            yield from _list_doubles(f"words of {{{slot}}}, {half}", words)
        yield from _list_doubles(f"groups, {half}", (group.members for group in suite.list_groups(half)))


def _list_doubles(place: str, items: Iterable[Hashable]) -> Iterator[str]:
    return (f"{place}: {item!r} stands {count} times." for item, count in Counter(items).items() if count > 1)


def _find_shared(suite: Suite) -> Iterator[str]:
    """What is measured on must not have been learned from, whatever its case and punctuation."""
    learned = {_fold(template) for kind in suite.kinds for template in kind.learn}
    for kind in suite.kinds:
        for template in kind.held_out:
            if _fold(template) in learned:
                yield f"{kind.kind}, held_out: {template!r} is learned from too."
    known = {group.members.casefold() for group in suite.list_groups("learn")}
    for group in suite.list_groups("held_out"):
        if group.members.casefold() in known:
            yield f"groups, held_out: {group.members!r} is learned from too."


def _find_slots(suite: Suite) -> Iterator[str]:
    for half in HALVES:
        known = {*suite.list_words(half), *(GROUP_SLOTS if suite.list_groups(half) else ())}
        for kind in suite.kinds:
            for template in kind.list_templates(half):
                left = _SLOT.sub("", template)
                if "{" in left or "}" in left:
                    yield f"{kind.kind}, {half}: {template!r} has a brace that belongs to no slot."
                for slot in sorted(set(_SLOT.findall(template)) - known):
                    yield f"{kind.kind}, {half}: nothing fills {{{slot}}} in {template!r}."


def _find_contradictions(suite: Suite) -> Iterator[str]:
    for half in HALVES:
        attacks = {_fold(one) for kind in suite.kinds if kind.is_attack for one in kind.list_templates(half)}
        for kind in suite.kinds:
            for template in () if kind.is_attack else kind.list_templates(half):
                if _fold(template) in attacks:
                    yield f"{kind.kind}, {half}: {template!r} is an attack in another kind."


def _fold(template: str) -> str:
    """Without case, spacing and punctuation: `"Tea is bad."` and `"tea is bad"` are one sentence."""
    return "".join(filter(str.isalnum, template.casefold()))
