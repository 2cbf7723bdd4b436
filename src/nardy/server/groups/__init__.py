"""Private groups: members, roles, invitations."""
