"""How people find each other: searches in pools, friends, challenges."""
