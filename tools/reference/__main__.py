"""Write the reference; print the faults, one per line."""

import sys
from pathlib import Path

from ..pack import BuildError
from .writing import write

if __name__ == "__main__":
    try:
        write(Path(sys.argv[1]))
    except BuildError as error:
        sys.exit(str(error))
