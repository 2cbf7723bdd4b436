"""All services put together, and what runs beside them."""
