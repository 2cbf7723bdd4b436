"""Messages between server and page."""
