"""The rule book: values and pure functions, standard library only."""
