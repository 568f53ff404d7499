"""How games come onto the table: ``games``, and what the New game dialog plans (``plan``)."""
