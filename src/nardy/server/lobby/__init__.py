"""The outside of a room: facts, spectators, chat, and the lists of the lobby."""
