"""The SQLite file: open, lock, write, read, back up, migrate."""
