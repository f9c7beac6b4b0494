"""Masked models as transformers keeps them, made here: two of word pieces and one of byte-level pieces."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
import torch
import transformers
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

from sayso.core import Blank, Span
from sayso.core.errors import BadFile, MissingExtra
from sayso.scoring.hub_masked import HubMaskedWords, HubVocabulary, load_hub_masked
from sayso.testing.tiny_tokenizer import make_tokenizer

TEXT = "the cat sat on my mat"
CAT = Span(4, 7)
LIBRARY: Any = transformers  # it is typed only in parts


@pytest.fixture(autouse=True)
def _settings(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:  # pyright: ignore[reportUnusedFunction]  # autouse
    """What loading sets is put back, and one thread is enough."""
    monkeypatch.setenv("HF_HUB_OFFLINE", "0")
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def make_cased() -> Any:
    """`Cat` and `cat` are two tokens."""
    signs = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    names = [*signs, *TEXT.split(), "Cat", "The", *"abcdefghijklmnopqrstuvwxyz"]
    vocabulary = {name: place for place, name in enumerate(names)}
    tokenizer: Any = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    ends = [(name, vocabulary[name]) for name in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=ends)
    return tokenizer


def make_bytes() -> Any:
    """Byte-level pairs; a word after a space is one token, one without it is letters."""
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    signs = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
    merges: list[tuple[str, str]] = []
    names = [*signs, *letters]
    for word in ["Ġthe", "Ġcat", "ĠCat", "Ġsat", "Ġon", "Ġmy", "Ġmat"]:
        for end in range(1, len(word)):
            if (merge := (word[:end], word[end])) not in merges:
                merges.append(merge)
                names.append(word[: end + 1])
    vocabulary = {name: place for place, name in enumerate(dict.fromkeys(names))}
    tokenizer: Any = Tokenizer(models.BPE(vocabulary, merges, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.post_processor = processors.RobertaProcessing(
        ("</s>", vocabulary["</s>"]), ("<s>", vocabulary["<s>"]), add_prefix_space=False
    )
    return tokenizer


BERT = {"unk_token": "[UNK]", "mask_token": "[MASK]", "pad_token": "[PAD]", "cls_token": "[CLS]"} | {
    "sep_token": "[SEP]"
}
ROBERTA = {"unk_token": "<unk>", "mask_token": "<mask>", "pad_token": "<pad>", "bos_token": "<s>"} | {
    "eos_token": "</s>"
}
SIZES = {
    "hidden_size": 16,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 16,
    "max_position_embeddings": 80,
}


def save(folder: Path, tokenizer: Any, kind: str, signs: dict[str, str]) -> Path:
    """A model with weights drawn by chance, one of the words likelier than the others."""
    LIBRARY.utils.logging.disable_progress_bar()
    cast("Any", torch).manual_seed(3)
    wrapped = LIBRARY.PreTrainedTokenizerFast(tokenizer_object=tokenizer, **signs)
    config = getattr(LIBRARY, f"{kind}Config")(
        vocab_size=len(wrapped), pad_token_id=wrapped.pad_token_id, initializer_range=0.3, **SIZES
    )
    getattr(LIBRARY, f"{kind}ForMaskedLM")(config).save_pretrained(folder)
    wrapped.save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    place = tmp_path_factory.mktemp("hub")
    return {
        "uncased": save(place / "uncased", make_tokenizer(), "Bert", BERT),
        "cased": save(place / "cased", make_cased(), "Bert", BERT),
        "bytes": save(place / "bytes", make_bytes(), "Roberta", ROBERTA),
    }


@pytest.fixture(params=["uncased", "cased", "bytes"])
def guesser(request: pytest.FixtureRequest, folders: dict[str, Path]) -> HubMaskedWords:
    return load_hub_masked(str(folders[request.param]))


SHOWN = {"uncased": "the [MASK] sat on my mat", "cased": "the [MASK] sat on my mat"} | {
    "bytes": " the<mask> sat on my mat"
}


@pytest.mark.parametrize("kind", ["uncased", "cased", "bytes"])
def test_guesses_are_those_of_the_library_itself(kind: str, folders: dict[str, Path]) -> None:
    tokenizer = LIBRARY.AutoTokenizer.from_pretrained(folders[kind])
    model = LIBRARY.AutoModelForMaskedLM.from_pretrained(folders[kind]).eval()
    asked = tokenizer(SHOWN[kind], return_tensors="pt")
    [place] = (asked["input_ids"][0] == tokenizer.mask_token_id).nonzero()[:, 0].tolist()
    with torch.no_grad():
        expected = torch.log_softmax(model(**asked).logits[0, place], -1).numpy()
    [[odds]] = load_hub_masked(str(folders[kind])).guess([Blank(TEXT, (CAT,))])
    assert np.allclose(odds.logs[-len(expected) :], expected, atol=1e-4)


def test_words_are_whole_in_lower_case_and_named_once(guesser: HubMaskedWords) -> None:
    [[odds]] = guesser.guess([Blank(TEXT, (CAT,))])
    likely = odds.find_likeliest(1000)
    assert set(TEXT.split()) <= set(likely)
    assert len(set(likely)) == len(likely)
    assert all(word.isalpha() and word.islower() and len(word) > 1 for word in likely)
    assert max(map(odds.weigh, likely)) == odds.weigh(likely[0]) <= 1
    assert odds.weigh("CAT") == odds.weigh("cat") > 0
    assert odds.weigh("zebra") > 0


def test_a_word_in_two_cases_is_as_likely_as_the_likelier(folders: dict[str, Path]) -> None:
    [[odds]] = load_hub_masked(str(folders["cased"])).guess([Blank(TEXT, (CAT,))])
    places = make_cased().get_vocab()
    logs = odds.logs[-len(places) :]
    words = odds.find_likeliest(100)
    assert words == sorted(
        words, key=lambda word: -max(logs[places[word]], logs[places.get(word.title(), 0)])
    )


def test_what_stood_in_the_place_and_the_neighbours_do_not_matter(guesser: HubMaskedWords) -> None:
    [[alone]] = guesser.guess([Blank(TEXT, (CAT,))])
    other = Blank(TEXT.replace("cat", "unheardof"), (Span(4, 13),))
    [[beside], _] = guesser.guess([other, Blank("my mat " * 20, (Span(0, 2),))])
    assert np.allclose(alone.logs, beside.logs, atol=1e-4)


def test_a_word_at_the_begin_of_a_text_is_a_word_like_others(folders: dict[str, Path]) -> None:
    """Without a space before it, it would be three letters to a byte-level tokenizer."""
    vocabulary = HubVocabulary(make_bytes())
    assert len(vocabulary.split("the")) == 1
    assert len(vocabulary.split("zoo")) == 4  # the space and three letters
    guesser = load_hub_masked(str(folders["bytes"]))
    [[first]] = guesser.guess([Blank(TEXT, (Span(0, 3),))])
    [[odd]] = guesser.guess([Blank(TEXT.replace("the", "zoo"), (Span(0, 3),))])
    assert np.allclose(first.logs, odd.logs, atol=1e-4)  # one sign for it, whatever its pieces


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("", Span(0, 0)),
        ("cat", Span(0, 3)),
        ("cat " * 400, Span(1200, 1203)),
        ("😀 cat", Span(0, 1)),
        ("a \ud800 cat", Span(4, 7)),
        ("[MASK] <mask> cat", Span(14, 17)),
    ],
)
def test_odd_places_have_an_answer(guesser: HubMaskedWords, text: str, span: Span) -> None:
    [[odds]] = guesser.guess([Blank(text, (span,))])
    assert len(odds.find_likeliest(3)) == 3


def test_several_places_are_hidden_together_and_none_is_none(guesser: HubMaskedWords) -> None:
    [[first, second]] = guesser.guess([Blank(TEXT, (CAT, Span(8, 11)))])
    assert not np.allclose(first.logs, second.logs, atol=1e-3)
    assert guesser.guess([]) == []
    assert guesser.guess([Blank(TEXT, ())]) == [[]]


def test_a_name_in_the_local_cache_is_found_without_the_network(
    folders: dict[str, Path], tmp_path: Path
) -> None:
    home = tmp_path / "models--us--tiny"
    (home / "snapshots").mkdir(parents=True)
    (home / "refs").mkdir()
    (home / "refs" / "main").write_text("0" * 40)
    (home / "snapshots" / ("0" * 40)).symlink_to(folders["uncased"])
    guesser = load_hub_masked("us/tiny", cache_dir=tmp_path)
    assert guesser.name == "us/tiny"
    assert os.environ["HF_HUB_OFFLINE"] == "1"
    [[odds]] = guesser.guess([Blank(TEXT, (CAT,))])
    assert "cat" in odds.find_likeliest(100)


@pytest.mark.parametrize("name", ["us/none", "no such folder"])
def test_a_model_that_is_not_there_is_named_with_the_way_to_get_it(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=f"There is no masked model {name!r}") as caught:
        load_hub_masked(name, cache_dir=tmp_path)
    assert f"hf download {name}" in caught.value.hint


def test_a_folder_that_holds_no_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="cannot be read as a masked model"):
        load_hub_masked(str(tmp_path))


def test_a_model_without_the_weights_that_guess_is_refused(tmp_path: Path) -> None:
    save(tmp_path, make_tokenizer(), "Bert", BERT)
    config = LIBRARY.AutoConfig.from_pretrained(tmp_path)
    LIBRARY.BertModel(config).save_pretrained(tmp_path)
    with pytest.raises(BadFile, match="lacks the weights that guess hidden words"):
        load_hub_masked(str(tmp_path))


def test_a_tokenizer_without_a_sign_or_without_ends_is_refused(tmp_path: Path) -> None:
    signs = {name: sign for name, sign in BERT.items() if name != "mask_token"}
    with pytest.raises(BadFile, match="has no sign for a hidden word"):
        load_hub_masked(str(save(tmp_path / "one", make_tokenizer(), "Bert", signs)))
    endless = make_tokenizer()
    endless.post_processor = processors.TemplateProcessing(single="$A", special_tokens=[])
    with pytest.raises(BadFile, match="does not mark where a text begins and ends"):
        load_hub_masked(str(save(tmp_path / "two", endless, "Bert", BERT)))


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(MissingExtra, match="needs the extra 'hub'") as caught:
        load_hub_masked(str(tmp_path))
    assert caught.value.hint == "Run: pip install 'sayso[hub]'"
