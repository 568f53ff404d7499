"""Checks for packages beyond the standard library, with a helpful message."""

from importlib.util import find_spec


class MissingPackage(ImportError):
    """A package is not installed; the message says which, what for, and how to install it."""


def require(package: str, extra: str, purpose: str) -> None:
    """Raise MissingPackage if `package`, which `purpose` needs, is not installed."""
    if find_spec(package) is None:
        get = f"python3 -m pip install {package}"
        raise MissingPackage(
            f'{purpose} needs {package}; {get} installs it, as does the extra "{extra}"'
        )


def require_numpy(purpose: str) -> None:
    """Raise MissingPackage if numpy, which `purpose` needs, is not installed."""
    require("numpy", "engine", purpose)
