"""`nardy doctor`: what is installed, what works, and what to do about the rest."""
