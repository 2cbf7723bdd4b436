"""Sign-in through other providers by OpenID Connect: requests, pending logins, checks of tokens."""
