"""HTTP for all pages and routes: requests, errors, security, limits, static files, logs."""
