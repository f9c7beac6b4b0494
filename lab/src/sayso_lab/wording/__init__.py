"""How what proposes alternatives is made: word vectors, people's edits, n-grams, the masked-word model.

Nothing here is needed to run Sayso; the results ship with it. No scorer is made here. Start with `wording`,
which makes the two tables, and with `masked`, which borrows loop, checkpoints and base of `training.encoder`.
"""
