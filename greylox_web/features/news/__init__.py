"""What is new since the last visit."""
