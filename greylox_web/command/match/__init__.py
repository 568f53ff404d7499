"""The command ``match``: games between two players, with a log and confidence intervals."""
