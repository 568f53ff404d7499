"""The current stone of the move list: mark it and scroll to it."""

from ...page.dom import by_id


def mark_current(node: int, turn: int) -> None:
    """Mark the stone of ``node`` as current.

    ``turn`` is the last node of the stone's turn.
    """
    moves = by_id("moves")
    old = moves.querySelector("[aria-current]")
    if old:
        old.removeAttribute("aria-current")
    new = moves.querySelector(f'[data-end="{turn}"] [data-node="{node}"]')
    if new:
        new.setAttribute("aria-current", "step")


def show_current() -> None:
    """Scroll the move list to the current stone, if the list is visible."""
    moves = by_id("moves")
    current = moves.querySelector("[aria-current]")
    if not current:
        moves.scrollTop = 0
        return
    top, bottom = moves.scrollTop, moves.scrollTop + moves.clientHeight
    target = current.offsetTop - moves.offsetTop
    if target < top or target + current.offsetHeight > bottom:
        moves.scrollTop = target - moves.clientHeight / 2
