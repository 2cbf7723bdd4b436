"""The Universal Backgammon Interface: its words, one conversation, and engines that speak it."""
