"""HTTP as every page and route needs it: requests, errors, limits, static files, logs."""
