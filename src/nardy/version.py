"""The version of nardy, in a file that imports nothing: the package itself imports upper layers late."""

__version__ = "0.5.0"
