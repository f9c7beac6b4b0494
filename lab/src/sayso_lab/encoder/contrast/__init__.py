"""Sentences written for the hard cases.

Identity terms in plain talk, denied and quoted hate, taken-back words and profanity among friends, denied
insults and blunt criticism; against them hate that is plain, put as a question, as denied praise, or hinted
at.

The parts to learn from and to measure on share neither templates nor groups. Templates hold slurs and cruel
sentences where the point depends on it. Start with `making`; `kinds` says what each kind is labelled as.
"""

from sayso_lab.encoder.contrast.kinds import HARMLESS, HATEFUL, Kind
from sayso_lab.encoder.contrast.making import ContrastRow, make_contrast

__all__ = ["HARMLESS", "HATEFUL", "ContrastRow", "Kind", "make_contrast"]
