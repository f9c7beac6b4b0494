"""One front to each data set: what its labels mean, for every model, and one split for all of them.

A module per set or family of sets defines its `DataSet`: the files, what their columns must hold, and the
function that makes rows of them. Where several people judged a text, a label is the share of them. What a set
does not say stays out. `table` reads a whole folder; `splits` says which rows are learned from. What may not
live here: models and their choices (how often a set is drawn from is each recipe's).

To add a set: its licence in `licences`, a module here, its name in `sets`, a test in lab/tests/data.
"""
