"""Search over many games at once: turns chosen by the values of the positions after them."""
