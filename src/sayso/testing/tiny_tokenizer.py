"""A tokenizer of word pieces with few words; whatever else there is, it spells by letters and digits."""

from typing import Any

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

WORDS = (
    "you are a grumble person the cat sat on my mat some people like tea others what nice day "
    "number of letters and more words"
)


def make_tokenizer() -> Any:
    """Of type `Any` because the library is typed only in parts."""
    signs = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    names = [*signs, *dict.fromkeys(WORDS.split()), *"abcdefghijklmnopqrstuvwxyz"]
    letters = [f"##{letter}" for letter in "abcdefghijklmnopqrstuvwxyz0123456789"]
    vocabulary = {name: place for place, name in enumerate(dict.fromkeys([*names, *letters]))}
    tokenizer: Any = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))  # noqa: S106 - no password
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    ends = [(name, vocabulary[name]) for name in ("[CLS]", "[SEP]")]
    tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=ends)
    return tokenizer
