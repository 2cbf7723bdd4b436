"""HTTP without a subject: guards, authorization, cookies, static files, health."""
