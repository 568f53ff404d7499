"""What touches the page: the only folder that may import ``js`` and ``pyscript``."""
