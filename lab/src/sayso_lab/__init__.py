"""How the shipped weights were made, and how to make your own: `sayso train`.

Needs the extra `train` (pyarrow, scikit-learn, scipy); nothing at run time imports this room. Data sets
stay outside the project. `data` says what each one's labels mean here, `suites` has sentences of our own,
`recipes` what makes each shipped file. Start with `linear`, the shortest way from files to weights.
"""
