"""How the language of the tables counts.

The build puts what is true of another language in the place of ``THOUSANDS`` and ``form``.
"""

THOUSANDS = ","
"""What stands between the thousands of a number."""


def form(count: int) -> int:
    """Which form of a sentence goes with this count."""
    return int(count != 1)


class Counted(str):
    """A sentence with a form for each kind of count; the value named ``by`` chooses."""

    __slots__ = ("by", "forms")
    forms: tuple[str, ...]
    by: str

    def __new__(cls, *forms: str, by: str) -> "Counted":
        made = super().__new__(cls, forms[-1])
        made.forms, made.by = forms, by
        return made

    def format(self, *_: object, **values: object) -> str:
        """The form for the count among the values, filled in."""
        count = values[self.by]
        assert isinstance(count, int)
        return self.forms[form(count)].format(**values)
