"""The database, a file of SQLite or one of PostgreSQL: open, lock, write, read, back up, migrate."""
