"""Running the club as a service: metrics, logs as JSON, draining."""
