"""Notices by web push and e-mail: what is told, to whom, and how it is sent."""
