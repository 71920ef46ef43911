"""Browser application: answers to the page's requests, the server, static files."""
