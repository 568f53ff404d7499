"""Working on a game (``study``) and solving exercises (``exercising``)."""
