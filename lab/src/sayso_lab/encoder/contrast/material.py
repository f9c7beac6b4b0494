"""What a part's contrast sentences are made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from sayso_lab.encoder.contrast import fillers, held_out, held_out_fillers
from sayso_lab.encoder.contrast.groups import HELD_OUT_GROUPS, LEARNED_GROUPS, Group
from sayso_lab.encoder.contrast.kinds import Kind
from sayso_lab.encoder.contrast.templates import TEMPLATES
from sayso_lab.splits import Part, make_key

ContrastPart = Literal[Part.TRAIN, Part.HELD_OUT]
Templates = Mapping[Kind, Sequence[str]]


@dataclass(frozen=True)
class Material:
    """Templates, groups and words, and how many sentences a template gives."""

    name: str
    templates: Templates
    groups: tuple[Group, ...]
    words: Mapping[str, Sequence[str]]
    openers: Sequence[str]
    closers: Sequence[str]
    of_groups: int
    """From a template with a group in it."""
    of_nothing: int
    """From a template without slots."""
    of_words: int = 8

    def count(self, template: str) -> int:
        if uses_group(template):
            return self.of_groups
        return self.of_words if "{" in template else self.of_nothing


def uses_group(template: str) -> bool:
    return "{G}" in template or "{P" in template


def leave_out(templates: Templates, known: Templates) -> Templates:
    """The templates that are not, but for case and punctuation, among the known ones."""
    keys = {make_key(template) for some in known.values() for template in some}
    return {kind: [one for one in some if make_key(one) not in keys] for kind, some in templates.items()}


MATERIALS: Final[Mapping[ContrastPart, Material]] = {
    Part.TRAIN: Material(
        name="train",
        templates=TEMPLATES,
        groups=LEARNED_GROUPS,
        words=fillers.WORDS,
        openers=fillers.OPENERS,
        closers=fillers.CLOSERS,
        of_groups=32,
        of_nothing=4,
    ),
    Part.HELD_OUT: Material(
        name="held",
        templates=leave_out(held_out.TEMPLATES, TEMPLATES),
        groups=HELD_OUT_GROUPS,
        words=held_out_fillers.WORDS,
        openers=held_out_fillers.OPENERS,
        closers=held_out_fillers.CLOSERS,
        of_groups=len(HELD_OUT_GROUPS),
        of_nothing=2,
    ),
}
