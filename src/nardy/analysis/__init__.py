"""Analysis of decisions: evaluation, rankings, rollouts, reviews."""
