"""Why a text scored as it did, word by word, and other ways to say it.

Here live two methods that weigh words (`rationale`, `occlusion`), and what finds, ranks and withholds other
wordings (`candidates`, `alternatives`, `refusal`). Nothing here runs a model itself: scorers, examiners and
predictors come in as arguments. Only `text`, `stats` and `core` may be imported. Start with `alternatives`.
"""
