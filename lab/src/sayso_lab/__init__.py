"""How the shipped weights were made, and how to make your own: `sayso train`.

Needs the extra `train` (pyarrow, scikit-learn, scipy); nothing at run time imports this room. Data sets
stay outside the project. Start with `linear`, which is the recipe from files to weights; `sources` says
what each data set's labels mean here.
"""
