"""HTTP: requests come in, JSON and event streams go out."""
