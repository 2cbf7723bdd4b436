"""Matches between bots: mean points with luck taken out, and standard errors."""
