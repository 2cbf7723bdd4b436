"""Signing in with an account that is kept elsewhere, by OpenID Connect."""
