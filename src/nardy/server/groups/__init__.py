"""Private clubs (groups): members, roles, invitations."""
