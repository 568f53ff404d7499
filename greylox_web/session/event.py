"""Events: immutable values that update the session, like the actions of redux.

Events are neither named tuples nor data classes.  Named tuples of different classes with the same
fields are equal, so ``Undo() == Redo()`` would hold.  Creating forty data classes would take a
tenth of the page's start time.  Creating an ``Event`` subclass takes a fiftieth of the time of a
data class, and a sixth of the time of a named tuple.
"""

from dataclasses import replace
from typing import ClassVar, dataclass_transform

from .preferences import set_value
from .session import Notice, Session


@dataclass_transform(frozen_default=True)
class Event:
    """An immutable value whose fields are the annotations of its class, in their order.

    A field may have a default.  Patterns in a ``match`` statement take the fields by position.
    """

    # the notice stays, and the replay of a remote turn continues
    interrupts_nothing: ClassVar[bool] = False
    keeps_replay: ClassVar[bool] = False  # the replay of a remote turn continues
    is_automatic: ClassVar[bool] = False  # no local player caused the event
    is_navigation: ClassVar[bool] = False  # a person selected another position of the game
    may_end_game: ClassVar[bool] = False  # the event may finish the game in this session

    def apply(self, session: Session) -> Session:
        """Return the session after the event, before ``sync_engine`` updates the search."""
        raise NotImplementedError

    def why_unrated(self, session: Session) -> str:
        """Return why the event makes the game unrated, or "".

        ``session`` is the session after the event.
        """
        return ""

    def __init_subclass__(cls) -> None:
        cls.__match_args__ = tuple(cls.__annotations__)  # type: ignore[attr-defined, misc]

    def __init__(self, *args: object, **kwargs: object) -> None:
        names = self._names()
        values = dict(zip(names, args, strict=False)) | kwargs
        missing = [name for name in names if name not in values and not hasattr(self, name)]
        if missing or len(values) != len(args) + len(kwargs) or values.keys() - set(names):
            raise TypeError(f"{type(self).__name__} takes {', '.join(names) or 'nothing'}")
        self.__dict__.update(values)

    @classmethod
    def _names(cls) -> tuple[str, ...]:
        """Return the names of the fields."""
        return cls.__match_args__  # type: ignore[attr-defined, no-any-return]

    def _values(self) -> tuple[object, ...]:
        """Return the values of the fields, including defaults."""
        return tuple(getattr(self, name) for name in self._names())

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable")

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Event)
            and type(self) is type(other)
            and (self._values() == other._values())
        )

    def __hash__(self) -> int:
        return hash((type(self), *self._values()))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._names())
        return f"{type(self).__name__}({fields})"


class ShowResult(Event):
    """Open or close the result card of a finished game."""

    is_shown: bool
    interrupts_nothing = True

    def apply(self, session: Session) -> Session:
        card = self.is_shown and session.outcome is not None
        return replace(session, ending=session.ending._replace(is_card_open=card, rank=-1))


class ShowComparedRank(Event):
    """Show the groups of one rank in the comparison of sizes that decided the game."""

    rank: int
    interrupts_nothing = True

    def apply(self, session: Session) -> Session:
        return replace(session, ending=session.ending._replace(rank=self.rank))


class SetPreference(Event):
    """Change a preference; ignore an unknown name or an invalid value."""

    name: str  # a field of ``Preferences``
    value: bool | int | str
    interrupts_nothing = True

    def apply(self, session: Session) -> Session:
        return replace(session, preferences=set_value(session.preferences, self.name, self.value))


class ShowNotice(Event):
    """Show a notice; an empty text removes the notice."""

    text: str

    def apply(self, session: Session) -> Session:
        return replace(session, notice=Notice(self.text) if self.text else None)


class SetPageVisible(Event):
    """Record that the page became visible or hidden."""

    visible: bool
    interrupts_nothing = True

    def apply(self, session: Session) -> Session:
        return replace(session, visible=self.visible)
