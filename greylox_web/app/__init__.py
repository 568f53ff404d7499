"""The logic of the page as pure functions: no browser is needed, only ``rules`` and ``words``."""
