"""What a part of the package needs beyond the standard library, said when it is not there."""

from importlib.util import find_spec


class MissingPackage(ImportError):
    """A package that is not installed; the message says which, what for, and how to get it."""


def needing(package: str, extra: str, purpose: str) -> None:
    """Raise MissingPackage where a package is not there that `purpose` needs."""
    if find_spec(package) is None:
        get = f"python3 -m pip install {package}"
        raise MissingPackage(
            f'{purpose} needs {package}; {get} installs it, as does the extra "{extra}"'
        )


def needing_numpy(purpose: str) -> None:
    """Raise MissingPackage where numpy is not there that `purpose` needs."""
    needing("numpy", "engine", purpose)
