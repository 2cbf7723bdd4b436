// The performance rating (PR), as players know it from eXtreme Gammon; the club's is in error_rates/performance_rating.py.

/** PR is this many times the mean loss of a decision, in points for a cube of 1. */
export const PR_SCALE = 500;
