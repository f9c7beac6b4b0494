"""Sentences of held-out templates with a scorer's answers, and the share of them that raises an alarm."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from sayso.core import Attribute
from sayso.stats.clusters import cluster_share
from sayso.stats.resampling import Bootstrap
from sayso_lab.measuring.answers import Answers, Flags
from sayso_lab.measuring.row import Aim, AimRow, leave_out

Attributes = tuple[Attribute, ...]
AGAINST_GROUPS: Final = (Attribute.TOXICITY, Attribute.IDENTITY_ATTACK)
AGAINST_ANYONE: Final = (Attribute.TOXICITY, Attribute.IDENTITY_ATTACK, Attribute.INSULT)
HATE: Final = (Attribute.IDENTITY_ATTACK,)

HARMLESS: Final[Mapping[str, Attributes]] = {
    "neutral_identity": AGAINST_GROUPS,
    "positive_identity": AGAINST_GROUPS,
    "quoted_answered": AGAINST_GROUPS,
    "negated_hate": AGAINST_GROUPS,
    "friendly_profanity": AGAINST_ANYONE,
    "reclaimed": AGAINST_ANYONE,
}
"""Kinds of sentence on which none of these attributes may reach 0.5."""
BESIDE: Final[Mapping[str, Attributes]] = {
    "object_dislike": HATE,
    "negated_insult": (Attribute.TOXICITY, Attribute.INSULT),
    "mild_criticism": (Attribute.TOXICITY,),
}
"""Kinds that name no group, likewise harmless: read beside the others, not counted among them."""
HARMFUL: Final[Mapping[str, Attributes]] = {
    "plain_hate": HATE,
    "question_hate": HATE,
    "negated_praise": HATE,
    "implied_hate": HATE,
    "individual_insult": (Attribute.INSULT,),
}
"""Kinds of sentence on which this attribute should reach 0.5."""
MENTIONS: Final = ("neutral_identity", "positive_identity")
BY_TEMPLATE: Final = "templates redrawn, not sentences"


class Sentence(Protocol):
    """A sentence made from a template; `group` is empty where it names none."""

    @property
    def kind(self) -> str: ...
    @property
    def template(self) -> str: ...
    @property
    def group(self) -> str: ...
    @property
    def text(self) -> str: ...


@dataclass(frozen=True)
class AskedSentences:
    """Sentences and, in step with them, the answers."""

    sentences: Sequence[Sentence]
    answers: Answers

    def choose(self, *kinds: str) -> Flags:
        return np.array([one.kind in kinds for one in self.sentences], bool)

    def list_templates(self, chosen: Flags) -> list[str]:
        return [one.template for one, is_chosen in zip(self.sentences, chosen, strict=True) if is_chosen]

    def measure_share(
        self,
        what: str,
        kinds: Mapping[str, Attributes],
        *,
        note: str = "",
        aim: Aim | None = None,
        bootstrap: Bootstrap,
    ) -> AimRow:
        """The share of sentences of these kinds that raise an alarm, each by the attributes of its kind."""
        alarms = np.zeros(len(self.sentences))
        for kind, attributes in kinds.items():
            flags, chosen = self.answers.flag(attributes), self.choose(kind)
            if flags is None:
                return leave_out(what, self.explain(attributes), aim=aim)
            alarms[chosen] = flags[chosen]
        chosen = self.choose(*kinds)
        if not chosen.any():
            return leave_out(what, "no such sentences", aim=aim)
        templates = self.list_templates(chosen)
        interval = cluster_share(alarms[chosen], templates, bootstrap=bootstrap)
        how = "Wilson's interval over templates" if interval.value in (0.0, 1.0) else BY_TEMPLATE
        notes = [note, f"{len(set(templates))} templates", how]
        return AimRow(what, interval, len(templates), aim, "; ".join(filter(None, notes)))

    def explain(self, attributes: Attributes) -> str:
        """Why these attributes cannot be measured."""
        missing = [str(name) for name in attributes if name not in self.answers.scores]
        return f"{self.answers.model} does not score {', '.join(missing)}"


def name_kind(kind: str) -> str:
    return kind.replace("_", " ")
