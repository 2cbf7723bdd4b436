"""`nardy play`: the command in command.py, its input and output in the other modules."""
