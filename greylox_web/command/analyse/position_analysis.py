"""The analysis of one position, in steps: the search, then the forecast."""

from math import inf
from random import Random
from time import monotonic
from typing import Any

from ...engine.forecast import ForecastTask
from ...engine.tree_reuse import Evaluators
from ...rules.notation.actions import (
    GameRecord,
    ParseResult,
    legal_names,
    machine_action,
    outcome_of,
)
from ...rules.notation.records import position_summary
from ..game import analysis_task
from .query import Job

DIGITS = 6  # of the numbers in answers


class PositionAnalysis:
    """An analysis; call ``think`` until ``is_done``.  ``answer`` returns the result so far."""

    def __init__(self, job: Job, evaluators: Evaluators) -> None:
        self.job, self.game, self.state = job, job.game, job.state
        self.record = GameRecord(self.game, setup=self.state, resigned=job.resigned)
        self.outcome = outcome_of(self.record, self.state)
        self.is_done = self.outcome is not None
        if self.is_done:
            return
        self.task = analysis_task(self.game, self.state, Random(job.seed), evaluators)
        self.task.visits = job.visits
        if job.seconds is not None:
            self.task.seconds_left = job.seconds
        self.forecast: ForecastTask | None = None
        self.forecast_seconds = inf if job.seconds is None else job.seconds
        if "forecast" in job.fields:
            self.forecast = ForecastTask(
                self.game, self.state, evaluators(self.game), Random(job.seed)
            )

    def think(self, seconds: float) -> None:
        """Work for about ``seconds``."""
        if not self.task.is_done:
            self.task.think(seconds, monotonic)
        elif self.forecast is not None and not self.forecast.is_done and self.forecast_seconds > 0:
            begin = monotonic()
            self.forecast.think(min(seconds, self.forecast_seconds), monotonic)
            self.forecast_seconds -= monotonic() - begin
        else:
            self.is_done = True

    def close(self) -> None:
        """Free the memory of the search."""
        if self.outcome is None:
            self.task.close()

    def answer(self) -> dict[str, Any]:
        """Return the fields of the answer that concern the position."""
        game, state, wanted = self.game, self.state, self.job.fields
        answer: dict[str, Any] = {"colours": list(game.colours), "over": self.outcome is not None}
        if self.outcome is None:
            answer |= {"mover": game.colours[state.mover]} | self.search_fields()
        else:
            winner = self.outcome.winner
            answer["winner"] = None if winner is None else game.colours[winner]
        if "legal" in wanted:
            answer["legal"] = [] if self.outcome else legal_names(game, game.legal(state))
        if "summary" in wanted:
            answer["summary"] = position_summary(ParseResult(self.record, (state,)))
        return answer

    def search_fields(self) -> dict[str, Any]:
        """Return the results of the search and of the forecast."""
        game, wanted, result, root = (
            self.game,
            self.job.fields,
            self.task.result(),
            self.task.search.root,
        )
        actions = [] if root.actions is None else root.actions.tolist()
        names = [machine_action(game, action) for action in actions]
        counts = [int(count) for count in root.child_visits] if actions else []
        shares = dict(zip(names, (count / max(sum(counts), 1) for count in counts), strict=True))
        priors: dict[str, float] = {}
        if actions and root.policy is not None:
            priors = dict(zip(names, map(float, root.policy), strict=True))
        answer: dict[str, Any] = {
            "best": machine_action(game, result.action),
            **value_fields(result.value_first),
            "proven": result.proven,
            "visits": result.visits,
            "pv": self.action_names(result.pv),
        }
        if "candidates" in wanted:
            lines = {line[0]: line for line in reversed(self.task.principal_variations())}
            answer["candidates"] = []
            for stats in result.candidates:
                name = machine_action(game, stats.action)
                candidate: dict[str, Any] = {
                    "action": name,
                    "visits": stats.visits,
                    "share": rounded(shares.get(name, 0.0)),
                    **value_fields(stats.value_first),
                    "proven": stats.proven,
                    "pv": self.action_names(lines.get(stats.action, (stats.action,))),
                }
                if priors:
                    candidate["prior"] = rounded(priors[name])
                answer["candidates"].append(candidate)
        if "priors" in wanted:
            answer["priors"] = {name: rounded(prior) for name, prior in priors.items()}
        if "shares" in wanted:
            answer["shares"] = {name: rounded(share) for name, share in shares.items()}
        if self.forecast is not None:
            answer["forecast"] = self.forecast_fields(self.forecast)
        return answer

    def forecast_fields(self, forecast: ForecastTask) -> dict[str, Any]:
        """Return the forecast so far."""
        names = [self.game.board.cell_name(cell) for cell in forecast.cells]
        games = max(forecast.games, 1)
        return {
            "games": forecast.games,
            "value": rounded(forecast.value_sum / games),
            "held": {
                colour: {
                    name: rounded(count / games) for name, count in zip(names, counts, strict=True)
                }
                for colour, counts in zip(self.game.colours, forecast.held, strict=True)
            },
        }

    def action_names(self, actions: tuple[int, ...]) -> list[str]:
        """Return the names of actions."""
        return [machine_action(self.game, action) for action in actions]


def value_fields(value_first: float) -> dict[str, float]:
    """Return the value for the first colour, and the same as a share of the points."""
    return {"value": rounded(value_first), "chance": rounded((1 + value_first) / 2)}


def rounded(number: float) -> float:
    """Return the number with the digits of answers."""
    return round(float(number), DIGITS)
