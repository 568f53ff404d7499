"""What is shown beside the board (``frame`` is all of it) and what is spoken (``speech``)."""
