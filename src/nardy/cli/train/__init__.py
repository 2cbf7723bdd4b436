"""`nardy train`: the command in command.py, its implementation in run.py."""
