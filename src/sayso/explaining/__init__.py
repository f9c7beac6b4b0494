"""Why a text scored as it did, word by word, and other ways to say it.

Here live the methods that weigh words (`rationale`, `attention`, `occlusion`), the choice between them
(`choice`), and what finds, ranks and withholds alternatives. Nothing here runs a model itself: scorers,
examiners and predictors come in as arguments. Only `text`, `stats` and `core` may be imported.
Start with `choice`.
"""
