"""Positions whose worth is known by rollout: how they are named, drawn, labelled and asked about."""
