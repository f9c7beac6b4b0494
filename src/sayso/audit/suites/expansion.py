"""Sentences from templates, the same for the same half and seed."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from sayso.audit.suites.document import Around, Group, Half, Kind, Suite

_SLOT: Final = re.compile(r"{(\w+)}")
_OWN_ARTICLE: Final = re.compile(r"^an? ")
_ARTICLE: Final = re.compile(r"\b([Aa]) (?=[aeiouAEIOU])(?!one|uni|use|Euro)")


@dataclass(frozen=True, slots=True)
class Sentence:
    """`group` is the one it names, if any; `target` the one it attacks, by the model's name for it."""

    kind: str
    template: str
    text: str
    labels: Mapping[str, float]
    group: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class Draws:
    """How many sentences a template gives: one that names a group, one with other slots, one without any."""

    of_groups: int
    of_words: int = 8
    of_nothing: int = 4

    def count(self, template: str) -> int:
        if names_group(template):
            return self.of_groups
        return self.of_words if "{" in template else self.of_nothing


def names_group(template: str) -> bool:
    return "{G}" in template or "{P" in template


def combine(suite: Suite, half: Half = "learn") -> Iterator[Sentence]:
    """Every template with every word of its one slot, each sentence once. Example: two templates with
    `{word}` and three words give six sentences, the first template's three first."""
    seen: set[str] = set()
    words = suite.list_words(half)
    for kind in suite.kinds:
        for template in kind.list_templates(half):
            (slot,) = _SLOT.findall(template)
            for word in words[slot]:
                text = template.replace(f"{{{slot}}}", word)
                if text not in seen:
                    seen.add(text)
                    yield Sentence(kind.kind, template, text, _name_labels(kind))


def draw_sentences(suite: Suite, half: Half, *, draws: Draws, seed: str) -> Iterator[Sentence]:
    """Some sentences of each template, none twice: groups in turn, words drawn, something before or after
    as people write."""
    writer = _Writer(suite, half, Random(seed))  # noqa: S311 - a reproducible draw, no secret
    seen: set[str] = set()
    for kind in suite.kinds:
        for template in kind.list_templates(half):
            for sentence in writer.write(kind, template, draws.count(template)):
                if sentence.text not in seen:
                    seen.add(sentence.text)
                    yield sentence


def _name_labels(kind: Kind, *, attack: float = 1.0) -> dict[str, float]:
    named = {str(attribute): share for attribute, share in kind.labels.items()}
    return named if attack == 1 else named | {"IDENTITY_ATTACK": named["IDENTITY_ATTACK"] * attack}


class _Writer:
    """Draws in a fixed order, so that a sentence depends on all before it and on nothing else."""

    def __init__(self, suite: Suite, half: Half, random: Random) -> None:
        self._groups: Sequence[Group] = suite.list_groups(half)
        self._people = suite.people
        self._words = suite.list_words(half)
        around = suite.around.get(half, Around())
        self._openers, self._closers = around.openers, around.closers
        self._random = random

    def write(self, kind: Kind, template: str, count: int) -> Iterator[Sentence]:
        order = [group for group in self._groups if kind.takes(group) for _ in range(group.often)]
        self._random.shuffle(order)
        is_about = names_group(template)
        for place in range(count):
            group = order[place % len(order)]
            yield Sentence(
                kind=kind.kind,
                template=template,
                text=self._fill(template, group),
                labels=_name_labels(kind, attack=group.attack if is_about and kind.is_attack else 1.0),
                group=group.members if is_about else "",
                target=kind.target or (group.target if is_about and kind.is_attack else ""),
            )

    def _fill(self, template: str, group: Group) -> str:
        other = self._random.choice([one for one in self._groups if one is not group])
        text = _name_groups(template, group, other)
        while "{I}" in text:
            text = text.replace("{I}", self._random.choice(self._people[group.target]), 1)
        for slot in _SLOT.findall(text):
            text = text.replace(f"{{{slot}}}", self._random.choice(self._words[slot]), 1)
        return self._vary_case(self._surround(_ARTICLE.sub(r"\1n ", text)))

    def _surround(self, text: str) -> str:
        """Something before and after it; nearly half of the sentences stay alone."""
        opener, closer = self._random.choice(self._openers), self._random.choice(self._closers)
        if self._random.random() < 0.45:
            opener = closer = ""
        if closer[1:2].isupper() and not text.endswith((".", "!", "?", '"')):
            text += "."
        if not opener and self._random.random() < 0.7:
            text = text[:1].upper() + text[1:]
        return opener + text + closer

    def _vary_case(self, text: str) -> str:
        drawn = self._random.random()
        if drawn < 0.2:
            text = text.lower()
        elif drawn < 0.24:
            text = text.upper()
        return text.rstrip(".") if self._random.random() < 0.15 else text


def _name_groups(template: str, group: Group, other: Group) -> str:
    names = {
        "{P1}": _OWN_ARTICLE.sub("", group.member),
        "{P2}": other.member,
        "{P}": group.member,
        "{G}": group.members,
        "{H}": other.members,
    }
    for slot, name in names.items():
        template = template.replace(slot, name)
    return template
