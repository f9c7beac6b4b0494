"""A verdict in plain words: what happened, why, and what can be done."""

import math

from sayso.core import Attribute, Decision, Policy, Tolerance, UnjudgedReason

ADJECTIVES: dict[Attribute, str] = {
    Attribute.INSULT: "insulting",
    Attribute.PROFANITY: "coarse",
    Attribute.THREAT: "threatening",
    Attribute.IDENTITY_ATTACK: "an attack on a group of people",
    Attribute.SEXUALLY_EXPLICIT: "sexually explicit",
    Attribute.SEVERE_TOXICITY: "very hurtful",
    Attribute.TOXICITY: "hurtful",
}
"""What people would find a text that scores high, as the pages say it too."""

_ANOTHER = "You can ask for another reply, or ask in other words."
_UNJUDGED: dict[UnjudgedReason | None, tuple[str, str]] = {
    "language": (
        "it is in a language that the model here does not know, so it could not be judged",
        "You can ask for a reply in another language.",
    ),
    "unreadable": (
        "the model here does not know most of its characters, so it could not be judged",
        "You can ask for it in plain letters.",
    ),
    "disputed": (
        "two models contradict each other about it, so it could not be judged",
        "You can ask for it in plain words.",
    ),
    "too_long": ("it is too long to be judged", "You can ask for a shorter one."),
    "unavailable": ("it could not be judged just now", "You can ask again in a moment."),
    None: ("it could not be judged", _ANOTHER),
}
"""Why, and what can be done; of a reply that was kept, the reason is not known any more."""


def explain(verdict: Decision, policy: Policy, tolerance: Tolerance | None = None) -> str:
    """One or two sentences for the reader.

    They quote nothing of a reply at or over the hard limit, and no blocked words, since they are shown.
    """
    tolerance = tolerance or Tolerance("")
    if verdict.outcome == "shown":
        return _explain_shown(verdict, policy, tolerance)
    if verdict.outcome == "held":
        return _explain_held(verdict, policy, tolerance)
    return _explain_replaced(verdict, policy, tolerance)


def _explain_shown(verdict: Decision, policy: Policy, tolerance: Tolerance) -> str:
    if verdict.cause == "unjudged":
        why = _UNJUDGED[verdict.reason][0]
        return f"This reply is shown although {why}, as the rules here allow."
    limits = _list_limits(policy, tolerance)
    if verdict.cause == "permitted":
        return f"This reply is shown: without the words that you permitted, nothing in it reaches {limits}."
    return f"This reply is shown: nothing in it reaches {limits}."


def _explain_held(verdict: Decision, policy: Policy, tolerance: Tolerance) -> str:
    is_between = verdict.cause == "between" and verdict.named
    scores = dict(verdict.named[0].scores if is_between else verdict.categories)
    attribute = _find_reaching(scores, policy, tolerance)
    parts = {
        "whole_between": "a sentence of it" if verdict.named else "it as a whole",
        "permitted_over": "a sentence with words that you permitted",
    }
    what = parts.get(verdict.cause, f"“{verdict.named[0].passage}”" if verdict.named else "it")
    also = "".join(f", then “{ngram.passage}”" for ngram in verdict.named[1:])
    return (
        f"This reply is held back: the model takes {what} as {ADJECTIVES[attribute]} "
        f"({_round_down(scores[attribute])}; {_name_limit(attribute, policy, tolerance)}, "
        f"the most allowed here is {_round_down(policy.hard_limit)}){also}. You can look at it, or leave it."
    )


def _explain_replaced(verdict: Decision, policy: Policy, tolerance: Tolerance) -> str:
    if verdict.cause == "unjudged":
        why, what_to_do = _UNJUDGED[verdict.reason]
        return f"This reply is not shown: {why}. {what_to_do}"
    if verdict.cause == "blocked":
        return _explain_blocked(verdict)
    scores = dict(verdict.categories)
    attribute = _find_reaching(scores, policy, tolerance)
    if policy.method == "fixed":
        part, limit = "it", _name_limit(attribute, policy, tolerance)
    else:
        part, limit = (
            _name_part(verdict),
            f"what is shown here stays under {_round_down(policy.hard_limit)}",
        )
    return (
        f"This reply is not shown: the model takes {part} as {ADJECTIVES[attribute]} "
        f"({_round_down(scores[attribute])}; {limit}). {_ANOTHER}"
    )


def _explain_blocked(verdict: Decision) -> str:
    if all(term.source == "community" for term in verdict.blocked):
        return f"This reply is not shown: it contains words that are blocked in your community. {_ANOTHER}"
    if not any(term.id for term in verdict.blocked):  # never kept: asked for with this reply alone
        return f"This reply is not shown: it contains words that it was to do without. {_ANOTHER}"
    return (
        "This reply is not shown: it contains words that you blocked. "
        "You can ask for another reply, or change what you said about them in your word bank."
    )


def _name_part(verdict: Decision) -> str:
    if verdict.cause == "over":
        return "words in it"
    is_whole = all(verdict.whole.get(attribute) == score for attribute, score in verdict.categories)
    return "it as a whole" if is_whole else "a sentence of it"


def _find_reaching(scores: dict[Attribute, float], policy: Policy, tolerance: Tolerance) -> Attribute:
    """The watched attribute that is furthest over its limit."""
    watched = [attribute for attribute in policy.attributes if attribute in scores] or list(scores)
    return max(watched, key=lambda attribute: scores[attribute] - tolerance.limit(attribute, policy))


def _name_limit(attribute: Attribute, policy: Policy, tolerance: Tolerance) -> str:
    whose = "your limit" if attribute in tolerance.limits else "the limit"
    return f"{whose} is {_round_down(tolerance.limit(attribute, policy))}"


def _list_limits(policy: Policy, tolerance: Tolerance) -> str:
    whose = "your limit" if tolerance.limits.keys() & set(policy.attributes) else "the limit"
    values = sorted({tolerance.limit(attribute, policy) for attribute in policy.attributes})
    if len(values) > 1:
        return f"{whose}s ({' to '.join(_round_down(value) for value in (values[0], values[-1]))})"
    return f"{whose} of {_round_down(values[0])}"


def _round_down(number: float) -> str:
    """Two digits, never rounded up: a score under a limit must not look like one at it."""
    return f"{math.floor(round(number * 100, 6)) / 100:.2f}"
