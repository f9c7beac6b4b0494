"""Any Hugging Face masked model that is on this machine as a `WordGuesser`. Nothing is ever downloaded.

The libraries are an extra and are loaded with the first model.
"""

import os
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sayso.core import Blank
from sayso.core.errors import BadFile, MissingExtra
from sayso.scoring.masked import MaskedRow, TokenOdds, fill_up, hide_words, list_places, make_readable

Array = NDArray[np.float32]
_HINT = (
    "Give the folder of a masked model (config.json, model.safetensors, tokenizer.json), such as a BERT's."
)


class HubMaskedWords:
    """Guesses with a model of transformers; works for word pieces, byte-level and sentence pieces."""

    def __init__(self, name: str, model: Any, tokenizer: Any) -> None:
        self.name = name
        self._model = model.eval()
        self._sign: int = tokenizer.mask_token_id
        self._pad: int = tokenizer.pad_token_id or 0
        self._tokenizer = tokenizer.backend_tokenizer
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._tokenizer.encode_special_tokens = True  # what looks like a sign in a text is text
        self._vocabulary = HubVocabulary(self._tokenizer)

    def guess(self, blanks: Sequence[Blank]) -> list[list[TokenOdds]]:
        rows = [self._hide(blank) for blank in blanks]
        if not any(row.hidden for row in rows):
            return [[] for _ in rows]
        odds = iter(self._vocabulary.fold(self._run(rows)))
        return [[TokenOdds(self._vocabulary, next(odds)) for _ in row.hidden] for row in rows]

    def _hide(self, blank: Blank) -> MaskedRow:
        text = make_readable(blank.text)
        encoding = self._tokenizer.encode(self._vocabulary.lead + text)
        offsets = place_tokens(text, encoding.offsets, lead=len(self._vocabulary.lead))
        return hide_words(blank, encoding.ids, offsets, sign=self._sign)

    def _run(self, rows: Sequence[MaskedRow]) -> Array:
        """Log-probabilities of the tokens in each hidden place."""
        torch = import_module("torch")
        ids, mask = fill_up(rows, pad=self._pad)
        with torch.inference_mode():
            answers = self._model(input_ids=torch.tensor(ids), attention_mask=torch.tensor(mask))
            return torch.log_softmax(answers.logits[list_places(rows)].float(), -1).numpy()


def place_tokens(text: str, offsets: Sequence[tuple[int, int]], *, lead: int) -> list[tuple[int, int]]:
    """Where tokens stand in the text, of which `lead` characters more were read. A space that is a token of
    its own goes with the one after it: both make the word."""
    found: list[tuple[int, int]] = []
    for begin, end in reversed(offsets):
        here = (max(0, begin - lead), max(0, end - lead))
        found.append(here if text[slice(*here)].strip() or not found else found[-1])
    return found[::-1]


def load_hub_masked(spec: str, *, cache_dir: Path | None = None) -> HubMaskedWords:
    """The model in a folder, or the one of that name in the local cache of Hugging Face."""
    os.environ["HF_HUB_OFFLINE"] = "1"  # read when the libraries are loaded: none of them may ask the network
    try:
        transformers, hub = import_module("transformers"), import_module("huggingface_hub")
        import_module("torch")
    except ModuleNotFoundError as error:
        raise MissingExtra("A masked model of your own", "hub") from error
    folder = Path(spec) if Path(spec).is_dir() else _find_cached(spec, hub, cache_dir)
    transformers.utils.logging.disable_progress_bar()
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(folder, local_files_only=True)
        model, report = transformers.AutoModelForMaskedLM.from_pretrained(
            folder, local_files_only=True, output_loading_info=True
        )
    except Exception as error:  # the library raises whatever its parts raise
        raise BadFile(f"{spec} cannot be read as a masked model.", hint=_HINT) from error
    _check(spec, tokenizer, report)
    return HubMaskedWords(folder.name if Path(spec).is_dir() else spec, model, tokenizer)


def _find_cached(name: str, hub: Any, cache_dir: Path | None) -> Path:
    try:
        return Path(hub.snapshot_download(name, local_files_only=True, cache_dir=cache_dir))
    except Exception as error:  # no such name, or not a name at all
        raise BadFile(
            f"There is no masked model {name!r}: neither a folder nor a name in the local cache.",
            hint=f"Sayso downloads none. Fetch it once with: hf download {name}, or give a folder.",
        ) from error


def _check(spec: str, tokenizer: Any, report: Any) -> None:
    """What would load but could not guess."""
    if not tokenizer.is_fast or tokenizer.mask_token_id is None:
        raise BadFile(f"The tokenizer of {spec} has no sign for a hidden word.", hint=_HINT)
    if len(tokenizer.backend_tokenizer.encode("").ids) != 2:
        raise BadFile(f"The tokenizer of {spec} does not mark where a text begins and ends.", hint=_HINT)
    if report["missing_keys"]:
        raise BadFile(
            f"{spec} lacks the weights that guess hidden words: it is another kind of model.", hint=_HINT
        )


BYTE_LEVEL, SENTENCE_PIECE = "Ġ", "▁"
"""How tokenizers mark a token that begins a word; others mark those that go on with one, by ##."""


class HubVocabulary:
    """A `WordTable`: first the words, then all tokens, of which pieces of words are made."""

    def __init__(self, tokenizer: Any) -> None:
        self._tokenizer = tokenizer
        places: dict[str, int] = tokenizer.get_vocab()
        self.size = 1 + max(places.values())
        marks = {token[:1] for token in places}
        self._mark = next((mark for mark in (BYTE_LEVEL, SENTENCE_PIECE) if mark in marks), "")
        self.lead = " " if self._mark == BYTE_LEVEL else ""
        """What must stand before a text for its first word to be a word like others."""
        written = {place: self._read(token, place) for token, place in places.items()}
        whole = {place: word for place, word in written.items() if word.isalpha() and len(word) > 1}
        names = sorted(set(whole.values()))
        self._words = {word: place for place, word in enumerate(names)}
        tokens = sorted(whole, key=lambda place: (self._words[whole[place]], place))
        groups = [self._words[whole[place]] for place in tokens]
        self._tokens = np.array(tokens, np.int64)
        self._starts = np.searchsorted(groups, np.arange(len(names)))
        self.words = [*names, *([""] * self.size)]
        self.is_whole = np.arange(len(self.words)) < len(names)

    def _read(self, token: str, place: int) -> str:
        if not self._mark:
            return token.lower()
        if not token.startswith(self._mark):
            return ""
        return str(self._tokenizer.decode([place])).strip().lower()

    def split(self, word: str) -> list[int]:
        """The place of a word, or those of its pieces."""
        place = self._words.get(word)
        if place is not None:
            return [place]
        ids: list[int] = self._tokenizer.encode(self.lead + word, add_special_tokens=False).ids
        return [len(self._words) + one for one in ids]

    def fold(self, logs: Array) -> Array:
        """Log-probabilities of tokens, [places, tokens], as those of words and tokens."""
        known = logs[:, : self.size]
        best = np.maximum.reduceat(known[:, self._tokens], self._starts, axis=1)
        return np.concatenate([best, known], axis=1)
