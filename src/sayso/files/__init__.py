"""Files of texts, in and out: lines, CSV, JSON Lines, Parquet. A fault names file, row and column."""
