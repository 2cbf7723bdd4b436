"""The WebSocket of one page."""
