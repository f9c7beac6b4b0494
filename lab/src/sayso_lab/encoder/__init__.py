"""How the embedded encoder is made: `sayso train encoder`.

What is learned from is `sayso_lab.data` and `sayso_lab.suites`; nothing here knows a data set. `stream`
makes batches of rows, `network` is the model, `loop` trains it, `export` writes the graph, and what is not
learned is chosen on the dev part. Start with `encoder`, the way from files to files. Torch is imported here,
in `sayso_lab.wording` and, for a model of somebody's own, in `scoring.hub_masked`.
"""
