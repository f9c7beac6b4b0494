"""Texts changed on the way to the model: disguised, about another group, in other case, with words hidden."""

from dataclasses import dataclass, replace
from random import Random

from sayso.text.lexicon import Lexicon
from sayso_lab.encoder.config import EncoderConfig
from sayso_lab.encoder.disguise import WAYS, disguise
from sayso_lab.encoder.samples import Sample
from sayso_lab.encoder.trigger_words import judge_harm

CONTRAST = "contrast"
LONGEST_DISGUISED = 1200
"""In characters: nobody disguises a whole essay."""
# Perspective's score is that of the text as it was; the long Wikipedia comments are no place for disguises.
_AS_WRITTEN = frozenset({"perspective_scores", "wiki_context"})
# Sets about groups of people, none of which marks words.
_SWAPPED = frozenset({"toxigen", "implicit_hate", "hatemoji", "stormfront", "sbic", "identity_neutral"})
_MEMBERS = (
    "muslims", "jews", "christians", "hindus", "catholics", "mexicans", "immigrants", "asians", "gays",
    "lesbians", "indians", "arabs", "africans",
)  # fmt: skip
_QUALITIES = (
    "muslim", "jewish", "christian", "hindu", "mexican", "asian", "gay", "lesbian", "indian", "arab",
    "african", "black", "trans", "disabled", "chinese",
)  # fmt: skip
_PEERS: dict[str, tuple[str, ...]] = {word: peers for peers in (_MEMBERS, _QUALITIES) for word in peers}
"""Words that may take each other's place."""
_ONLY_CHARGED = 0.6
_UPPER = 0.3


@dataclass(frozen=True)
class Augmentation:
    """Changes that leave the judgement as it was."""

    config: EncoderConfig
    lexicon: Lexicon
    charged: frozenset[str]

    def change(self, sample: Sample, random: Random) -> Sample:
        """The sample, perhaps changed, to be cut at a length drawn for it."""
        swapped = self._swap(sample, random)
        if random.random() < self._share_disguised(swapped):
            changed = self._disguise(swapped, random)
        else:
            changed = self._change_case(swapped, random)
        return replace(changed, longest=self._draw_length(random))

    def hide(self, tokens: int, random: Random) -> frozenset[int]:
        """Places of tokens to hide, so that a small set is not learned by heart; never the first or last."""
        if random.random() >= self.config.hidden_texts:
            return frozenset()
        return frozenset(
            place for place in range(1, tokens - 1) if random.random() < self.config.hidden_tokens
        )

    def _swap(self, sample: Sample, random: Random) -> Sample:
        """Other groups in the same words. Whom the text attacks is then no longer known."""
        if sample.row.source not in _SWAPPED or random.random() >= self.config.swapped_groups:
            return sample
        words = sample.text.split(" ")
        new = [random.choice(_PEERS[word.lower()]) if word.lower() in _PEERS else word for word in words]
        return sample if new == words else replace(sample, text=" ".join(new), groups=None)

    def _share_disguised(self, sample: Sample) -> float:
        if sample.row.source in _AS_WRITTEN or len(sample.text) > LONGEST_DISGUISED:
            return 0.0
        if sample.row.source == CONTRAST:
            return self.config.disguised_contrast
        return self.config.disguised_harmful if judge_harm(sample.row) else self.config.disguised_other

    def _disguise(self, sample: Sample, random: Random) -> Sample:
        """Disguised, then read as any text is: the model sees what reading makes of a disguise."""
        words = self.charged if random.random() < _ONLY_CHARGED else frozenset[str]()
        hidden = disguise(sample.text, random.choice(WAYS), random, words=words)
        moved = sample.move(hidden.text, hidden.begins)
        return moved.read(self.lexicon)

    def _change_case(self, sample: Sample, random: Random) -> Sample:
        if random.random() >= self.config.changed_case:
            return sample
        text = sample.text.upper() if random.random() < _UPPER else sample.text.lower()
        return replace(sample, text=text) if len(text) == len(sample.text) else sample

    def _draw_length(self, random: Random) -> int:
        config, drawn = self.config, random.random()
        if drawn < config.long_share:
            return config.long
        return config.middle if drawn < config.long_share + config.middle_share else config.short
