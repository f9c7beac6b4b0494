"""Transparency reports under the Digital Services Act (Implementing Regulation (EU) 2024/2835).

`template` says what a part of Annex I is, `parts` has the eleven as data. `cells` says what one cell may
hold, `sums` how rows depend on each other, `sheet` reads a file, `checking` tells what Annex II would have
otherwise.
"""
