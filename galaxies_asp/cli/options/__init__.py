"""Options and inputs that commands share."""
