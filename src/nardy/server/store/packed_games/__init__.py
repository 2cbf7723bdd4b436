"""Packed games: the logs of finished rooms in one row each, and archives outside the database."""
