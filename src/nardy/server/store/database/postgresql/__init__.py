"""PostgreSQL: connect, make the tables, lock, write, notify, migrate. Its driver is imported here alone, when needed."""
