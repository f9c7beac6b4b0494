"""More texts to learn from: disguised copies, and sentences that name groups or hold harmless look-alikes."""

from dataclasses import replace

import numpy as np

from sayso_lab.corpus import Corpus, make_labels
from sayso_lab.disguises import disguise_some
from sayso_lab.suites.plain_sentences import make_identity_sentences, make_innocent_sentences

COPY_WEIGHT = 0.5


def extend(corpus: Corpus, *, disguised_share: float, sentence_weight: float, seed: int) -> Corpus:
    """The corpus followed by its disguised copies and by the sentences we wrote."""
    copies = disguise_some(corpus.texts, share=disguised_share, seed=seed)
    rows = np.fromiter(copies, np.intp, len(copies))
    sentences = [*make_identity_sentences(), *make_innocent_sentences()] if sentence_weight else []
    labels = make_labels([sentence.labels for sentence in sentences])
    added = np.full(len(sentences), sentence_weight, np.float32)
    return replace(
        corpus,
        texts=[*corpus.texts, *copies.values(), *(sentence.text for sentence in sentences)],
        sources=np.concatenate([corpus.sources, corpus.sources[rows], np.full(len(sentences), "sentences")]),
        labels=np.concatenate([corpus.labels, corpus.labels[rows], labels]),
        weights=np.concatenate([corpus.weights, corpus.weights[rows] * np.float32(COPY_WEIGHT), added]),
        parts=np.concatenate([corpus.parts, corpus.parts[rows], np.full(len(sentences), "train")]),
    )
