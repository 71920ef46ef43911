"""Exact counts: boards, strips and generating functions, without any encoding."""
