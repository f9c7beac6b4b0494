"""What commands share: options, output, progress, and the printing of errors.

No command lives here, and nothing that only one of them needs. Start with `group`.
"""
