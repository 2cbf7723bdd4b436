"""What comes with nardy beside code: the weights of its networks."""
