"""HTTP infrastructure: guards, authorization, cookies, static files, health."""
