"""Talking to the engine: ``wire`` (messages), ``client`` (the page's side), their content."""
