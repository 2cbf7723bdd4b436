"""`nardy train`: command.py, and what it does."""
