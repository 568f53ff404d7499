"""The studies of the page: the open one, and the stored ones of earlier visits."""

from collections.abc import Callable

from ...measure.plan import MAX_GAMES, Plan, check_plan, start_records
from ...measure.rows import Pair, StudyParameters, parse_fields, parse_visits
from ...rules import NotationError
from ...words.measure import MEASURE_WORDS
from .measurement import Host, Measurement, StorageRefused, split_file
from .stored import StoredStudy, read_about


class Measurements:
    """The studies of the page, one of which is open."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.current: Measurement | None = None
        self.is_held = False  # whether the workers wait
        self.listeners: list[Callable[[], object]] = []
        """Called as those of ``Measurement``, also when another study was opened."""

    async def open(self, plan: Plan, engine: str = "", *, resumes: bool = False) -> Measurement:
        """Open a study with its stored games; the one that was open pauses.

        With ``resumes``, play if it was playing when the page was left.
        """
        measurement = Measurement(plan, self.host, engine)
        if self.current is not None:
            if self.current.key == measurement.key:
                return self.current
            self.current.pause()
            self.current.listeners.clear()
        self.current = measurement
        measurement.hold(self.is_held)
        await measurement.load_stored()
        stored = (await self.earlier()).get(measurement.key) if resumes else None
        if self.current is measurement:
            measurement.listeners.append(self._notify)
            if stored is not None and stored.is_running:
                measurement.start()
            self._notify()
        return measurement

    async def open_file(self, text: str) -> str:
        """Open the study in a file of the command or of a page; return what became of its games.

        NotationError, with a sentence, if the text is none.
        """
        header, lines = split_file(text)
        if header.study is None:
            raise NotationError(MEASURE_WORDS["no-file"])
        plan = plan_of(header.study, lines)
        if self.current is None or not includes(self.current.plan, plan):
            await self.open(plan, header.engine)
        assert self.current is not None
        return await self.current.load_lines(text)

    async def earlier(self) -> dict[str, StoredStudy]:
        """Return the stored studies by key, the last played first; without damaged ones."""
        try:
            texts = await self.host.storage.studies()
        except StorageRefused:
            return {}
        read = {key: read_about(text) for key, text in texts.items()}
        studies = {key: stored for key, stored in read.items() if stored is not None}
        return dict(sorted(studies.items(), key=lambda pair: pair[1].updated, reverse=True))

    async def delete(self, key: str) -> None:
        """Delete a stored study; if it is open, it is closed.

        Games of variants that other stored studies measure, too, stay.
        """
        stored = await self.earlier()
        shared = {
            games
            for other, study in stored.items()
            if other != key
            for games in Measurement(study.plan, self.host, study.engine).games_keys
        }
        if self.current is not None and self.current.key == key:
            await self.current.forget(shared)
            self.current = None
            self._notify()
        elif key in stored:
            deleted = Measurement(stored[key].plan, self.host, stored[key].engine)
            await deleted.forget(shared)

    def hold(self, held: bool) -> None:
        """See ``Measurement.hold``."""
        if self.is_held != held:
            self.is_held = held
            if self.current is not None:
                self.current.hold(held)

    def flush(self) -> None:
        """Store what has been played, as the page may end."""
        if self.current is not None and self.current.has_unwritten:
            self.current.flush()

    def close(self) -> None:
        """Stop playing, as the page is left; the next visit goes on."""
        if self.current is not None:
            self.current.leave()

    def _notify(self) -> None:
        for listener in [*self.listeners]:
            listener()


def includes(plan: Plan, other: Plan) -> bool:
    """Return whether a plan has all games of another one, of a single variant."""
    return (
        other.studies[0] in plan.studies
        and {*other.strengths} <= {*plan.strengths}
        and {*other.ladder} <= {*plan.ladder}
        and (not other.ladder or other.studies[0] == plan.studies[0])
        and other.games <= plan.games
    )


def plan_of(study: StudyParameters, lines: list[str]) -> Plan:
    """Return the plan that the games in the lines of a file come from.

    NotationError if it is out of the limits.
    """
    strengths, ladder, most = set[int](), dict[Pair, None](), 0
    for line in lines:
        fields = parse_fields(line)
        visits, number = parse_visits(fields.get("visits")), fields.get("number")
        if visits is None or type(number) is not int or not 0 <= number < MAX_GAMES:
            continue
        most = max(most, number + 1)
        if isinstance(visits, int):
            strengths.add(visits)
        else:
            ladder[max(visits), min(visits)] = None
    if not most:
        raise NotationError(MEASURE_WORDS["no-games"])
    start_records(study)
    return check_plan(Plan((study,), tuple(sorted(strengths or {32})), most, tuple(sorted(ladder))))
