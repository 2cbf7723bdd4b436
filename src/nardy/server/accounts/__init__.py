"""Who somebody is: accounts, login methods, devices, API clients, moderation."""
