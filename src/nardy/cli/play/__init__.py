"""`nardy play`: command.py, and all that people see and type at the table."""
