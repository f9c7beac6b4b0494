"""Keys, what they used up, and the secrets that tokens and links are signed with."""
