"""Where long computations run: threads, processes of this machine, or a Dask cluster."""
