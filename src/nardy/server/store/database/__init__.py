"""The SQLite file: opened, locked, written, read, backed up, migrated."""
