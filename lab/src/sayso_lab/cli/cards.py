"""The model cards of what is installed, by name."""

import re
from pathlib import Path

from sayso.core.errors import UnknownName
from sayso.scoring.linear_weights import load_weights
from sayso.scoring.weight_files import ENCODER, LINEAR, MASKED, SECOND, WeightsCatalogue
from sayso.settings import Settings
from sayso_lab.card import make_card

SHELVES = (ENCODER, LINEAR, SECOND, MASKED)
OTHERS = "languages"
"""The scorers for other languages: one page for all that ship."""
WORDING = "wording"
"""The tables that alternatives come from: they ship, and have no versions of one's own."""


def write_card(name: str) -> str:
    """The card of a model, such as `embedded` (its newest version) or `linear.v1`, or of `wording`."""
    base, _, version = (f"{LINEAR.base}.{name}" if re.fullmatch(r"v\d+", name) else name).partition(".")
    shelves = {shelf.base: shelf for shelf in SHELVES}
    if base == WORDING:
        return _write_wording()
    if base == OTHERS:
        return _write_languages()
    if base not in shelves:
        raise UnknownName("model", base, [*shelves, OTHERS, WORDING])
    return _write(shelves[base], shelves[base].find(version, Settings().data_dir / "models"))


def _write_languages() -> str:
    from sayso.scoring.by_language import catalogue_of, list_languages
    from sayso_lab.card_language import make_language_page

    return make_language_page(
        load_weights(catalogue_of(code).find("", None)) for code in list_languages(None)
    )


def _write(shelf: WeightsCatalogue, path: Path) -> str:
    if shelf == MASKED:
        from sayso.scoring.masked_file import load_masked_file
        from sayso_lab.card_masked import make_masked_card

        return make_masked_card(load_masked_file(path)[0])
    if shelf == ENCODER:
        from sayso.scoring.encoder_file import load_metadata
        from sayso_lab.card_encoder import make_encoder_card

        return make_encoder_card(load_metadata(path))
    return make_card(load_weights(path))


def _write_wording() -> str:
    from sayso.explaining import people_edits, word_vectors
    from sayso.predicting import ngrams
    from sayso_lab.card_wording import make_wording_card, read_ngrams, read_people, read_words

    return make_wording_card(
        read_words(word_vectors.SHIPPED), read_people(people_edits.SHIPPED), read_ngrams(ngrams.SHIPPED)
    )
