"""What each data set's labels mean in the encoder's words; a module per set or family of sets.

A module defines its `DataSet`: the files, what their columns must hold, and the function that makes rows of
them. Where several people judged a text, a label is the share of them. What a set does not say stays out.
Start with `sets`, which lists them all.
"""
