"""The stone of the list that is shown: marked, and scrolled into view."""

from ...page.dom import by_id


def render_current(node: int, turn: int) -> None:
    """Mark the stone shown, in its turn that ends with the node ``turn``; scroll it into view."""
    moves = by_id("moves")
    old = moves.querySelector("[aria-current]")
    if old:
        old.removeAttribute("aria-current")
    new = moves.querySelector(f'[data-end="{turn}"] [data-node="{node}"]')
    if new:
        new.setAttribute("aria-current", "step")
    show_current()


def show_current() -> None:
    """Scroll the move list to the stone shown, if the list is visible."""
    moves = by_id("moves")
    current = moves.querySelector("[aria-current]")
    if not current:
        moves.scrollTop = 0
        return
    top, bottom = moves.scrollTop, moves.scrollTop + moves.clientHeight
    target = current.offsetTop - moves.offsetTop
    if target < top or target + current.offsetHeight > bottom:
        moves.scrollTop = target - moves.clientHeight / 2
