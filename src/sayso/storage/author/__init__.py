"""What authors and platforms say of scores, and the outbox that tells a platform."""
