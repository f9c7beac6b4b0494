"""What a community decides: its policies, shared words, pinned models and comparisons."""
