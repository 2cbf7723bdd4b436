"""All services put together, with their maintenance."""
