"""Who wins, who leads, and who holds a cell in games that are played on."""

from tests.explanations.claims.case import number
from tests.reference_rules import cell_name


def ends(key):
    def check(case):
        is_better = key.startswith("better-wins")
        play, winner = (case.better, case.me) if is_better else (case.played, case.them)
        end = play.positions[-1]
        assert end.over() and end.winner() == winner
        if key.endswith("-products"):
            products = [end.product(winner), end.product(end.other(winner))]
            assert products == [number(case, "own"), number(case, "other")]
            assert products[0] > products[1]
        elif "own" in case.values:
            loser = end.other(winner)
            assert (end.groups(winner)[0], end.groups(loser)[0]) == (
                case.values["own"], case.values["other"]
            )  # fmt: skip
            assert case.values["own"] > case.values["other"]

    return check


def both_end(score):
    def check(case):
        ours, theirs = case.better.positions[-1], case.played.positions[-1]
        assert ours.over() and ours.winner() == case.me
        assert theirs.over() and theirs.winner() == case.them
        assert [
            score(end, colour) for end in (ours, theirs) for colour in (case.me, case.them)
        ] == [number(case, name) for name in ("own", "other", "less", "more")]

    return check


def leads(colour, of_better, of_played):
    def check(case):
        side, count = getattr(case, colour), case.values["turns"]
        other = case.start.other(side)
        better, played = (
            (play.after(count).groups(side) or [0])[0] - (play.after(count).groups(other) or [0])[0]
            for play in (case.better, case.played)
        )
        assert case.values["x"] == case.start.x
        assert of_better(better, case.values) and of_played(played, case.values)

    return check


def forecast(sign):
    def check(case):
        index, shares = case.start.colours.index(case.me), []
        for one in case.forecasts:
            held = [one.held[index][case.board.parse_cell(cell_name(c))] for c in case.cells]
            shares.append([100 * count / one.games for count in held])
        assert all(sign * (a - b) >= 30 - 1e-9 for a, b in zip(*shares, strict=True))
        means = [sum(share) / len(share) for share in shares]
        assert abs(means[0] - case.values["percent"]) <= 0.5 + 1e-9
        assert abs(means[1] - case.values["less"]) <= 0.5 + 1e-9

    return check
