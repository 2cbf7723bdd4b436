"""Build the kernel ahead of time, so that it runs without Numba: `python -m nardy.kernel.build`.

For developers and releases; needs Numba and zig. Users of nardy get what this makes.
"""
