"""Which process of a club owns a room: shards, their leases, and what the processes tell each other."""
