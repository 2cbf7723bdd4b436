"""PostgreSQL: connect, make the tables, lock, write, migrate. Its driver is imported here alone, when needed."""
