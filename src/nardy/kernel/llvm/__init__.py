"""LLVM code by hand, for what Numba's own code does slowly. Imported only where Numba compiles."""
