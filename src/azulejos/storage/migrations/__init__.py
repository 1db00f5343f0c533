"""How the tables of the database came to be; run at every start."""
