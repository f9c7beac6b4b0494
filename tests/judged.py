"""Replies judged by scores that a test writes down, text by text."""

from collections.abc import Mapping, Sequence
from zlib import crc32

from sayso.core import Attribute, Decision, Policy, Scores, Tolerance
from sayso.deciding import EMPTY_BANK, WordBank, decide, prepare

FLOOR = 0.01
TOXICITY = Attribute.TOXICITY

Written = float | Mapping[Attribute, float]


def judge_by(
    reply: str,
    scores: Mapping[str, Written],
    *,
    policy: Policy | None = None,
    limits: Mapping[Attribute, float] | None = None,
    bank: WordBank = EMPTY_BANK,
) -> Decision:
    """The verdict if texts score as in `scores` (a number is toxicity), and everything else `FLOOR`."""
    policy = policy or Policy()
    reading = prepare(reply, policy=policy, bank=bank)
    rows = [_fill(scores.get(text, FLOOR)) for text in reading.texts]
    columns = {attribute: [row[attribute] for row in rows] for attribute in Attribute}
    return decide(reading, Scores("hand.v1", columns), policy=policy, tolerance=Tolerance("r", limits or {}))


def _fill(written: Written) -> dict[Attribute, float]:
    known = written if isinstance(written, Mapping) else {TOXICITY: written}
    return {attribute: known.get(attribute, FLOOR) for attribute in Attribute}


class DrawnScorer:
    """Any text has some score between 0 and 1, always the same for the same text and seed."""

    name = "drawn.v1"
    attributes = frozenset({Attribute.TOXICITY, Attribute.INSULT})

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def score(self, texts: Sequence[str]) -> Scores:
        columns = {each: [self.draw(each, text) for text in texts] for each in sorted(self.attributes)}
        return Scores(self.name, columns)

    def draw(self, attribute: Attribute, text: str) -> float:
        drawn = crc32(f"{self.seed} {attribute} {text}".encode("utf-8", "surrogatepass")) / 2**32
        return drawn * drawn  # most texts are harmless
