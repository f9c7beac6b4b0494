"""`sayso train`: the laboratory's commands."""
