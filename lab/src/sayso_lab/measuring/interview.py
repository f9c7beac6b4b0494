"""A scorer asked about everything that was held out, and somebody told how far it is."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sayso.audit.suites import Half
from sayso.core import Scorer
from sayso_lab.encoder.disguise import Way
from sayso_lab.measuring.answers import Answers, ask
from sayso_lab.measuring.disguise import WAYS, HateText, disguise_all, gather_hate
from sayso_lab.measuring.material import HATEXPLAIN, SCORED, SEED, TRIAL, HeldOut
from sayso_lab.measuring.sentences import AskedSentences, Sentence
from sayso_lab.measuring.taken_back import WHOSE


@dataclass(frozen=True)
class Watcher:
    """Told the step by name, and the share of it that is done."""

    step: Callable[[str], None] = lambda _: None
    progress: Callable[[float], None] = lambda _: None


@dataclass(frozen=True)
class Interview:
    """All answers. Every set that a row of its own is made of has some, if only for no texts."""

    sets: Mapping[str, Answers]
    sentences: AskedSentences
    mentions: AskedSentences
    taken_back: Mapping[Half, AskedSentences]
    pairs: Mapping[str, tuple[Answers, Answers]]
    hate: Sequence[HateText]
    plain: Answers
    disguised: Mapping[Way, Answers]


def interview(scorer: Scorer, held_out: HeldOut, *, watcher: Watcher) -> Interview:
    def ask_about(name: str, texts: Sequence[str], *, words: bool = False, classes: bool = False) -> Answers:
        watcher.step(f"{len(texts):,} texts: {name}")
        done = 0

        def watch(more: int) -> None:
            nonlocal done
            done += more
            watcher.progress(done / len(texts))

        return ask(scorer, texts, words=words, classes=classes, watch=watch)

    def ask_sentences(name: str, sentences: Sequence[Sentence]) -> AskedSentences:
        return AskedSentences(sentences, ask_about(name, [one.text for one in sentences]))

    sources = dict.fromkeys((HATEXPLAIN, TRIAL, SCORED, *held_out.rows))
    hate = gather_hate(held_out.rows, held_out.sentences)
    return Interview(
        sets={
            source: ask_about(
                source,
                [row.text for row in held_out.rows.get(source, [])],
                words=source in (HATEXPLAIN, TRIAL),
                classes=source == HATEXPLAIN,
            )
            for source in sources
        },
        sentences=ask_sentences("sentences that name unseen groups", held_out.sentences),
        mentions=ask_sentences("sentences that name groups of training", held_out.mentions),
        taken_back={
            half: ask_sentences(f"words taken back and thrown, {WHOSE[half]}", some)
            for half, some in held_out.taken_back.items()
        },
        pairs={
            kind: (
                ask_about(f"{kind}, in dialect", [pair.dialect.text for pair in pairs]),
                ask_about(f"{kind}, in other English", [pair.other.text for pair in pairs]),
            )
            for kind, pairs in held_out.pairs.items()
        },
        hate=hate,
        plain=ask_about("hate in plain spelling", [one.text for one in hate]),
        disguised={
            way: ask_about(
                f"hate in disguise: {way.replace('_', ' ')}",
                disguise_all(hate, way, charged=held_out.charged, seed=SEED),
            )
            for way in WAYS
        },
    )
