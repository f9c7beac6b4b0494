"""The frame that every page stands in, its assets, and the pages that belong to no room."""
