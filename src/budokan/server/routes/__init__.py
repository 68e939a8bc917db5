"""The routes of the hall, one module for each kind of resource."""
