"""The rules by which a reply is shown, held back until the reader answers, or replaced; and the word bank.

Pure rules over scores that somebody else made: nothing here runs a model, reads a store, or knows of HTTP.
Start with `replies`: `prepare` says what to score, `decide` what becomes of a reply.
`word_bank` finds a reader's terms in a text, `wording` says a decision in plain words. `held_replies` is the
state machine of the two questions about a held reply: the form for whatever waits for a person's answer.
"""

from sayso.deciding.reading import Candidate, Reading
from sayso.deciding.replies import decide, prepare
from sayso.deciding.scored_reading import check_attributes
from sayso.deciding.word_bank import EMPTY_BANK, WordBank
from sayso.deciding.wording import explain
from sayso.text.terms import normalise_term

__all__ = [
    "EMPTY_BANK",
    "Candidate",
    "Reading",
    "WordBank",
    "check_attributes",
    "decide",
    "explain",
    "normalise_term",
    "prepare",
]
