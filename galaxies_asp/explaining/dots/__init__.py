"""What people see and say on a board of dots."""
