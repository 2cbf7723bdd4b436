"""Statistics of error rates: rates with their errors, strengths and leaks, games far from the rest. Pure."""
