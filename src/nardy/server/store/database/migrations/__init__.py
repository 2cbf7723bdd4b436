"""How an older database becomes the present one: one file a version, never changed afterwards."""
