"""Built-in domains of the lab, and domains of the user."""
