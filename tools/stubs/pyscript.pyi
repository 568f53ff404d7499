from collections.abc import Awaitable
from typing import Any

def js_import(*addresses: str) -> Awaitable[list[Any]]: ...
