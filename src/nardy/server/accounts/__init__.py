"""Accounts of users: login methods, devices, API clients, moderation."""
