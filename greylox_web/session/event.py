"""Events: what happens to a session, each a value that says what becomes of the session.

Named tuples of different classes are equal if their fields are, so that Undo() == Redo().  Data
classes are not, but creating forty of them would take a tenth of the page's start: a class made
here takes a fiftieth of the time of a data class, and a sixth of that of a named tuple.
"""

from dataclasses import replace
from typing import ClassVar, dataclass_transform

from .preferences import set_value
from .session import Notice, Session


@dataclass_transform(frozen_default=True)
class Event:
    """An immutable value with the fields that its class annotates, in that order.

    A field may have a default.  ``match`` takes the fields by position.
    """

    keeps_notice: ClassVar[bool] = (
        False  # the notice stays, and the replay of a friend's turn goes on
    )
    keeps_replay: ClassVar[bool] = False  # of a friend's turn, which others end
    is_automatic: ClassVar[bool] = False  # nobody at this screen has done it
    is_navigation: ClassVar[bool] = False  # at another position of the game, by a person
    may_end_game: ClassVar[bool] = False  # the game may come to its end at this table

    def apply(self, session: Session) -> Session:
        """The session after the event, before the engine is stopped or asked."""
        raise NotImplementedError

    def assistance_kind(self, session: Session) -> str:
        """The kind of help that a player has got, in the session after the event."""
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
        """The names of the fields."""
        return cls.__match_args__  # type: ignore[attr-defined, no-any-return]

    def _values(self) -> tuple[object, ...]:
        """The fields, defaults included."""
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
    """Show the card with the result of a game that is over, or put it away."""

    is_shown: bool
    keeps_notice = True

    def apply(self, session: Session) -> Session:
        card = self.is_shown and session.outcome is not None
        return replace(session, ending=session.ending._replace(is_card_open=card, rank=-1))


class ShowComparedRank(Event):
    """Show the groups at one place in the comparison of sizes that decided the game."""

    rank: int
    keeps_notice = True

    def apply(self, session: Session) -> Session:
        return replace(session, ending=session.ending._replace(rank=self.rank))


class SetPreference(Event):
    """Change a preference; an unknown name is ignored."""

    name: str  # a field of ``Preferences``
    value: bool | int | str
    keeps_notice = True

    def apply(self, session: Session) -> Session:
        return replace(session, preferences=set_value(session.preferences, self.name, self.value))


class ShowNotice(Event):
    """Show the player a notice; without a text, remove it."""

    text: str

    def apply(self, session: Session) -> Session:
        return replace(session, notice=Notice(self.text) if self.text else None)


class SetPageVisible(Event):
    """The page became visible or hidden."""

    visible: bool
    keeps_notice = True

    def apply(self, session: Session) -> Session:
        return replace(session, visible=self.visible)
