"""What commands share: options, output, progress, and the printing of errors."""
