"""What is legal in a situation, as messages, and how an act changes a game; knows no rooms."""
