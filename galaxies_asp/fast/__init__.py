"""The standard rules without a grounder."""
