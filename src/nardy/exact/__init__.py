"""Exact values: bear-off tables, races, and solved games with few checkers."""
