"""Recipes: a TOML file says how a model that ships is made, from the data sets to its bytes.

`document` says what such a file holds, `run` runs it; `sayso train recipe NAME` is the command. README.md
says what made the files that ship today. What may not live here: code that only one recipe needs.
"""
