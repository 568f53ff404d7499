"""The tables of the articles, and the format of shares in them."""

from collections.abc import Iterable, Sequence

from greylox_web.measure.summary import Share


def table(label: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return an HTML table that scrolls sideways on a narrow page."""
    head = "".join(f'<th scope="col">{text}</th>' for text in columns)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>\n" for row in rows)
    return (
        f'<div class="wide" tabindex="0" role="group" aria-label="{label}"><table>'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table></div>\n"
    )


def percent(share: Share) -> str:
    """Format a share with its 95% interval, in whole per cent.

    >>> percent(Share(8, 10))
    '80% (49–94)'
    """
    low, high = share.interval
    return f"{share.points / share.games:.0%} ({100 * low:.0f}–{100 * high:.0f})"
