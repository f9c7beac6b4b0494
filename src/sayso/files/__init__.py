"""Files of texts and rows, in and out: plain lines, CSV, JSON Lines, Parquet; and reports as text and JSON.

`opening` streams the texts of a file in constant memory, each bad line with its own problem; `labelled` loads
a whole file of which every row must be in order, and whatever is wrong is told with file, row and column.
`results` and `writing` are the way out. No command line here, and nothing of what a text means. Start with
`source`, what a file is asked for.
"""
