"""HTTP handlers, one file a subject."""
