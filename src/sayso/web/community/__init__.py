"""Routes for what a community decides."""
