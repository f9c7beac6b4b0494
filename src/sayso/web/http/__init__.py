"""What every request passes: bodies, headers, logs, metrics, errors. Knows no room."""
