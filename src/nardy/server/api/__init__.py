"""HTTP handlers, one file per subject."""
