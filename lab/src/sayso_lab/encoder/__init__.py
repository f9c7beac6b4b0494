"""How the embedded encoder is made: `sayso train encoder`.

The data side knows no network: `labels` lists what the model answers, the modules in `readers` say what each
data set's labels mean in these words, `table` reads a folder into rows and parts, `contrast` writes sentences
for the hard cases. Start with `table`.

The other side knows no data set: `stream` makes batches of rows, `network` is the model, `loop` trains it,
`export` writes the graph, and what is not learned is chosen on the dev part. Start with `encoder`, the recipe
from files to files. Torch is imported here, in `training.wording`
and, for a model of somebody's own, in `scoring.hub_masked`.
"""
