"""Tournaments being played: service, runner, views."""
