"""Contrast sentences from templates, the same for the same part and seed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from sayso_lab.encoder.contrast.groups import Group
from sayso_lab.encoder.contrast.kinds import HATEFUL, Kind, Labels, find_implied, make_labels
from sayso_lab.encoder.contrast.material import MATERIALS, ContrastPart, Material, uses_group

_SLOT: Final = re.compile(r"{(\w+)}")
_OWN_ARTICLE: Final = re.compile(r"^an? ")
_ARTICLE: Final = re.compile(r"\b([Aa]) (?=[aeiouAEIOU])(?!one|uni|use|Euro)")


@dataclass(frozen=True, slots=True)
class ContrastRow:
    """A sentence. `group` is the one it names, if any; `target` the one it attacks, by the encoder's name."""

    kind: Kind
    template: str
    group: str
    target: str
    text: str
    labels: Labels
    implied: str


def make_contrast(part: ContrastPart, *, seed: int) -> list[ContrastRow]:
    """All sentences of a part, none twice."""
    return make_sentences(MATERIALS[part], seed=seed)


def make_sentences(material: Material, *, seed: int) -> list[ContrastRow]:
    """All sentences of some material, none twice."""
    random = Random(f"{seed}{material.name}")  # noqa: S311 - a reproducible draw, no secret
    rows: dict[str, ContrastRow] = {}
    for kind, templates in material.templates.items():
        for template in templates:
            for row in _make_rows(kind, template, material, random):
                rows.setdefault(row.text, row)
    return list(rows.values())


def _make_rows(kind: Kind, template: str, material: Material, random: Random) -> Iterator[ContrastRow]:
    order = list(material.groups)
    random.shuffle(order)
    is_about = uses_group(template)
    implied = find_implied(kind, template)
    for place in range(material.count(template)):
        group = order[place % len(order)]
        yield ContrastRow(
            kind=kind,
            template=template,
            group=group.members if is_about else "",
            target=group.target if is_about and kind in HATEFUL else "",
            text=_make_text(template, group, material, random),
            labels=make_labels(kind, template, implied),
            implied=implied,
        )


def _make_text(template: str, group: Group, material: Material, random: Random) -> str:
    other = random.choice([one for one in material.groups if one is not group])
    text = _name_groups(template, group, other)
    for slot in _SLOT.findall(text):
        text = text.replace(f"{{{slot}}}", random.choice(material.words[slot]), 1)
    return _vary_case(_surround(_ARTICLE.sub(r"\1n ", text), material, random), random)


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


def _surround(text: str, material: Material, random: Random) -> str:
    """Something before and after it, as people write; nearly half of the sentences stay alone."""
    opener, closer = random.choice(material.openers), random.choice(material.closers)
    if random.random() < 0.45:
        opener = closer = ""
    if closer[1:2].isupper() and not text.endswith((".", "!", "?", '"')):
        text += "."
    if not opener and random.random() < 0.7:
        text = text[:1].upper() + text[1:]
    return opener + text + closer


def _vary_case(text: str, random: Random) -> str:
    drawn = random.random()
    if drawn < 0.2:
        text = text.lower()
    elif drawn < 0.24:
        text = text.upper()
    return text.rstrip(".") if random.random() < 0.15 else text
