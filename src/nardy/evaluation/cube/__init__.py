"""The doubling cube and match equity."""
