"""Ground rules, propagation on them, and proofs."""
