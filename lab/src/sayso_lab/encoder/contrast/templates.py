"""All templates to learn from, by kind. The sentences themselves are in the modules this one imports.

Slots: `{G}` the members of a group, `{P}` one of them, `{P1}` the same without its article, `{H}` and `{P2}`
another group's; the others are filled from lists of words. They hold slurs where the point depends on it.
"""

from collections.abc import Mapping
from typing import Final

from sayso_lab.encoder.contrast import answers, criticism, hate, mentions, rough_talk
from sayso_lab.encoder.contrast.kinds import Kind

TEMPLATES: Final[Mapping[Kind, tuple[str, ...]]] = {
    Kind.NEUTRAL_IDENTITY: mentions.NEUTRAL_IDENTITY,
    Kind.POSITIVE_IDENTITY: mentions.POSITIVE_IDENTITY,
    Kind.NEGATED_HATE: answers.NEGATED_HATE,
    Kind.QUOTED_ANSWERED: answers.QUOTED_ANSWERED,
    Kind.RECLAIMED: rough_talk.RECLAIMED,
    Kind.FRIENDLY_PROFANITY: rough_talk.FRIENDLY_PROFANITY,
    Kind.OBJECT_DISLIKE: rough_talk.OBJECT_DISLIKE,
    Kind.INDIVIDUAL_INSULT: rough_talk.INDIVIDUAL_INSULT,
    Kind.PLAIN_HATE: hate.PLAIN_HATE,
    Kind.QUESTION_HATE: hate.QUESTION_HATE,
    Kind.NEGATED_PRAISE: hate.NEGATED_PRAISE,
    Kind.IMPLIED_HATE: hate.IMPLIED_HATE,
    Kind.QUESTION_NEUTRAL: mentions.QUESTION_NEUTRAL,
    Kind.NEGATED_INSULT: criticism.NEGATED_INSULT,
    Kind.MILD_CRITICISM: criticism.MILD_CRITICISM,
}
