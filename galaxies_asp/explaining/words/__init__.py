"""The words of a board and of any encoding, and reasons told in them."""
