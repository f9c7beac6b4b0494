"""The only place that turns configuration into objects."""

import base64
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sayso.core import Examiner, Explainer, LanguageDetector, Scorer
from sayso.core.errors import BadInput, MissingExtra, MissingUpstream, SaysoError
from sayso.scoring.registry import ScorerContext, ScorerRegistry
from sayso.scoring.weight_files import ENCODER, MASKED
from sayso.settings import Settings

if TYPE_CHECKING:
    from sayso.audit.alternatives.roles import Embedder
    from sayso.author.draft import DraftAnalyzer
    from sayso.core import FluencyModel, WordGuesser
    from sayso.core.draft import AlternativeSource
    from sayso.explaining.word_vectors import WordVectors
    from sayso.predicting.local_server import LocalServer
    from sayso.scoring.known_languages import LanguageCheck
    from sayso.storage import Store

SAME = "same"
"""As the setting `ngram_scorer`: whatever judges the whole."""
WEBHOOK_MARK = "whsec_"
WEBHOOK_HINT = "Make one with: openssl rand -base64 32, and give it as whsec_ followed by what was printed."

# The database and the language models are loaded only by whoever needs them: `sayso score` starts without.


def open_store(settings: Settings) -> "Store":
    """The database of these settings; a new, empty one gets its tables."""
    return _open(settings, create=True)


def open_existing_store(settings: Settings) -> "Store":
    """The same, but refused where there is none yet: a new one would be found whole, empty and all well."""
    return _open(settings, create=False)


def open_store_to_look(settings: Settings) -> "Store":
    """The same, for commands that write nothing: a copy on a read-only medium will do."""
    return _open(settings, create=False, looks_only=True)


def _open(settings: Settings, *, create: bool, looks_only: bool = False) -> "Store":
    from sayso.storage import Store

    return Store.open(
        settings.effective_database_url,
        create=create,
        looks_only=looks_only,
        held_for=timedelta(hours=settings.held_hours),
        undo_for=timedelta(minutes=settings.undo_minutes),
    )


def build_scorer(spec: str, settings: Settings, *, store: "Store | None" = None) -> Scorer:
    """The scorer that `spec` names; with a store, its pinned version."""
    context = ScorerContext(
        models_dir=settings.data_dir / "models",
        pins=store.pins.current() if store else {},
        perspective_url=settings.perspective_url,
        perspective_key=settings.perspective_key,
        openai_url=settings.openai_url,
        openai_key=settings.openai_key,
        remote_timeout_s=settings.remote_timeout_s,
    )
    return ScorerRegistry.from_entry_points().create(spec, context)


def build_ngram_scorer(settings: Settings, scorer: Scorer) -> Scorer | None:
    """The scorer of a reply's n-grams beside `scorer`, which judges it as a whole; None: the same one.

    Left to itself, an encoder is held to what the linear scorer agrees with: two words without their sentence
    are not what it learned from.
    """
    if settings.ngram_scorer == SAME:
        return None
    if settings.ngram_scorer:
        return build_scorer(settings.ngram_scorer, settings)
    from sayso.scoring.agreed import AgreedScorer
    from sayso.scoring.cascade import CascadeScorer
    from sayso.scoring.embedded import EmbeddedScorer

    if not isinstance(scorer, EmbeddedScorer | CascadeScorer):
        return None
    return AgreedScorer(build_scorer("linear", settings), scorer)


def build_shadow(settings: Settings) -> Scorer | None:
    """The scorer that is asked too, for comparison; None if the settings name none."""
    if not settings.shadow:
        return None
    if not settings.perspective_key:
        raise BadInput(
            f"--shadow {settings.shadow} needs a key for Perspective, and SAYSO_PERSPECTIVE_KEY is empty.",
            hint="Set SAYSO_PERSPECTIVE_KEY to the key you use with Perspective now, or leave --shadow out.",
        )
    return build_scorer(settings.shadow, settings)


def read_webhook_key(settings: Settings) -> bytes | None:
    """The key that signs what is told to a platform: base64 after `whsec_`, else the characters themselves.

    None where nobody is told; `BadInput` where somebody is and could not check who says it, or where the link
    that they get would have to be made of what a stranger sends as Host.
    """
    secret = settings.objection_webhook_secret
    if not settings.objection_webhook_url:
        return None
    if not secret:
        message = "SAYSO_OBJECTION_WEBHOOK_URL is set and SAYSO_OBJECTION_WEBHOOK_SECRET is empty."
        raise BadInput(message, hint=WEBHOOK_HINT)
    if not settings.public_url:
        raise BadInput(
            "SAYSO_OBJECTION_WEBHOOK_URL is set and SAYSO_PUBLIC_URL is empty: no link could be made.",
            hint="Set SAYSO_PUBLIC_URL to the address clients use, such as https://moderation.example.org.",
        )
    if not secret.startswith(WEBHOOK_MARK):
        return secret.encode("utf-8", "surrogateescape")
    with suppress(ValueError):
        if key := base64.b64decode(secret.removeprefix(WEBHOOK_MARK), validate=True):
            return key
    raise BadInput(
        "SAYSO_OBJECTION_WEBHOOK_SECRET begins with whsec_ and goes on with something other than base64.",
        hint=WEBHOOK_HINT,
    )


def build_detector(settings: Settings) -> LanguageDetector:
    """Tells languages apart; short texts count as the language the settings fall back on."""
    from sayso.scoring.language import FastTextDetector

    return FastTextDetector(fallback=settings.fallback_language)


def build_language_check(scorer: Scorer, settings: Settings) -> "LanguageCheck":
    """Says which texts are in a language that this scorer does not know."""
    from sayso.scoring.known_languages import LanguageCheck

    return LanguageCheck.of(scorer, build_detector(settings))


def build_explainer(method: str, scorer: Scorer, settings: Settings) -> Explainer:
    """The method that explains this scorer; refused, with the reason, where it cannot."""
    from sayso.explaining.occlusion import OcclusionExplainer
    from sayso.explaining.rationale import Attender, AttentionExplainer, RationaleExplainer

    if method == "rationale" and isinstance(scorer, Examiner):
        return RationaleExplainer(scorer)
    if method == "attention" and isinstance(scorer, Attender):
        scorer.attend([""])  # a graph without it refuses
        return AttentionExplainer(scorer)
    if method == "occlusion":
        return OcclusionExplainer(scorer)
    if method == "gradients" and scorer.name.startswith(f"{ENCODER.base}."):
        version = scorer.name.removeprefix(f"{ENCODER.base}.")
        load = _find_joined("sayso.explainers", method, what="Explaining by gradients")
        return load(ENCODER.find(version, settings.data_dir / "models"))
    raise BadInput(
        f"{scorer.name} cannot be explained by {method}.", hint="Every scorer can be explained by occlusion."
    )


def build_embedder(base: Path | None) -> "Embedder":
    """What compares meanings: the sentence encoder of a folder, else the one installed for training."""
    return _find_joined("sayso.embedders", "sentences", what="Comparing meanings")(base)


def _find_joined(group: str, name: str, *, what: str) -> Callable[..., Any]:
    """What the laboratory brings by an entry point; the extra `train` installs it."""
    for point in entry_points(group=group, name=name):
        return point.load()
    raise MissingExtra(what, "train")


def build_draft_analyzer(
    settings: Settings,
    *,
    scorer: Scorer | None = None,
    languages: "LanguageCheck | None" = None,
    sources: "Sequence[AlternativeSource] | None" = None,
) -> "DraftAnalyzer":
    """What reads an author's draft: the scorer of the settings unless one is given, and all it takes to
    find other words."""
    from sayso.author.draft import DraftAnalyzer
    from sayso.explaining.alternatives import AlternativeFinder
    from sayso.explaining.candidates import SOURCES, Proposer
    from sayso.explaining.people_edits import load_people_edits
    from sayso.explaining.phrasebook import load_phrasebook
    from sayso.explaining.rationale import choose_explainer
    from sayso.explaining.rewording import Rewriter

    chosen = scorer or build_scorer(settings.scorer, settings)
    second = build_scorer(settings.second_opinion, settings)
    proposer = Proposer(
        vectors=_load_shipped_vectors(),
        guesser=build_guesser(settings),
        sources=sources or SOURCES,
    )
    rewriter = Rewriter(
        phrasebook=load_phrasebook(), people=load_people_edits(), fluency=build_fluency_model()
    )
    cheap = build_scorer("linear", settings)
    return DraftAnalyzer(
        scorer=chosen,
        explainer=choose_explainer(chosen),
        second=second,
        finder=AlternativeFinder(
            scorer=chosen,
            cheap=cheap,
            second=second,
            proposer=proposer,
            rewriter=rewriter,
            vectors=_load_shipped_vectors(),
        ),
        languages=languages or build_language_check(chosen, settings),
        help_note=settings.help_note,
    )


def build_local_server(settings: Settings) -> "LocalServer":
    """The language model of the settings in a process of its own, not started yet; raises what it lacks."""
    from sayso.predicting.catalogue import find_model
    from sayso.predicting.local_server import LocalServer

    model = find_model(settings.chat_model, settings.data_dir / "models")
    return LocalServer(model, context=settings.chat_context)


def explain_missing_upstream(settings: Settings) -> MissingUpstream:
    """Why no chatbot stands behind the guard of a service whose settings name no upstream.

    `sayso serve` names its local model's address there, so these settings are those of a service without one.
    """
    from sayso.predicting.catalogue import find_model

    try:
        model = find_model(settings.chat_model, settings.data_dir / "models")
    except SaysoError as error:
        return MissingUpstream(error.message, hint=error.hint)
    return MissingUpstream(
        f"The language model {model.name!r} is here and does not run.",
        hint="Start the service again with: sayso serve; or set SAYSO_UPSTREAM to a server you have.",
    )


def build_guesser(settings: Settings) -> "WordGuesser":
    """The masked-word model of the settings: the shipped one, one trained here or one of Hugging Face's."""
    return _load_guesser(settings.masked_model, settings.data_dir / "models")


# Both take a second and tens of megabytes, and never change: whoever asks gets the same.
@cache
def _load_guesser(spec: str, models_dir: Path) -> "WordGuesser":
    from sayso.scoring.masked import load_masked

    base, _, version = spec.partition(".")
    if not spec:
        return load_masked()
    if base == MASKED.base and not Path(spec).is_dir():
        return load_masked(MASKED.find(version, models_dir))
    from sayso.scoring.hub_masked import load_hub_masked

    return load_hub_masked(spec)


@cache
def build_fluency_model() -> "FluencyModel":
    """What says how well a sentence reads: the shipped n-gram model."""
    from sayso.predicting.ngrams import load_ngrams

    return load_ngrams()


@cache
def _load_shipped_vectors() -> "WordVectors":
    from sayso.explaining.word_vectors import load_word_vectors

    return load_word_vectors()
