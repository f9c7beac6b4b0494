"""Does a disguise blind a scorer? Texts that score high, dressed up in many ways, and scored again.

`families` has the disguises, each as a person would or would not still read it; `measuring` asks a scorer and
counts what each family takes from the score, and what it costs harmless texts of many scripts (`texts.toml`).
What may not live here: how Sayso undoes disguises (`sayso.text`), or an exception for one of them.
"""
