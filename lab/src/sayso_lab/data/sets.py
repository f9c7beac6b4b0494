"""All data sets, in the order in which they are read."""

from typing import Final

from sayso_lab.data.davidson import DAVIDSON
from sayso_lab.data.define import DataSet
from sayso_lab.data.dynahate import DYNAHATE
from sayso_lab.data.edos import EDOS
from sayso_lab.data.forums import RUDDIT, STORMFRONT
from sayso_lab.data.harmless import EVERYDAY, IDENTITY_NEUTRAL, REVIEWS
from sayso_lab.data.hatemoji import HATEMOJI
from sayso_lab.data.hatexplain import HATEXPLAIN_SET
from sayso_lab.data.implicit_hate import IMPLICIT_HATE
from sayso_lab.data.paradetox import PARADETOX, PARADETOX_CANNOT
from sayso_lab.data.perspective import PERSPECTIVE_FRAGMENTS, PERSPECTIVE_SCORES, WIKI_CONTEXT
from sayso_lab.data.posts import GAB_HATE, ISHATE_YOUTUBE
from sayso_lab.data.sbic import SBIC
from sayso_lab.data.toxicspans import TOXIC_SPANS, TOXIC_SPANS_TRIAL
from sayso_lab.data.toxigen import TOXIGEN_SET
from sayso_lab.data.wikipedia import JIGSAW, WIKIPEDIA_OFFENSIVE

SETS: Final[tuple[DataSet, ...]] = (
    JIGSAW,
    WIKIPEDIA_OFFENSIVE,
    WIKI_CONTEXT,
    PERSPECTIVE_SCORES,
    HATEXPLAIN_SET,
    DAVIDSON,
    TOXIC_SPANS,
    TOXIC_SPANS_TRIAL,
    IDENTITY_NEUTRAL,
    SBIC,
    IMPLICIT_HATE,
    TOXIGEN_SET,
    HATEMOJI,
    EDOS,
    STORMFRONT,
    RUDDIT,
    PARADETOX,
    PARADETOX_CANNOT,
    EVERYDAY,
    REVIEWS,
    DYNAHATE,
    GAB_HATE,
    ISHATE_YOUTUBE,
    PERSPECTIVE_FRAGMENTS,
)
