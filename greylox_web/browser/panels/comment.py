"""The field for a comment: what is typed belongs to the position at which the typing began.

The computer, a friend or another tab may play on in the meantime.
"""

from js import document

from ...match.tree import ROOT
from ...page.dom import element
from ...page.table import Table
from ...session.session import Session
from ...session.study import Comment


class CommentField:
    """The field, and the node whose comment it holds."""

    def __init__(self) -> None:
        self.match_id = ""
        self.node = ROOT
        self.typed = False  # since the field was entered

    def paint(self, session: Session) -> None:
        """Show the comment on the position shown, unless another one is being typed."""
        field, match_id = element("comment"), session.match.id
        held = match_id == self.match_id and (self.typed or self.node == session.cursor)
        if held and document.activeElement == field:
            return
        self.match_id, self.node, self.typed = match_id, session.cursor, False
        comment = session.tree.nodes[session.cursor].comment
        if field.value != comment:
            field.value = comment

    def listen(self, table: Table) -> None:
        """Write down what is typed; once the field is left it is the shown position's again."""

        def write_down(_: object) -> None:
            if self.match_id != table.session.match.id:
                return  # the game has just left the table
            self.typed = True
            table.dispatch(Comment(element("comment").value, self.node))

        def leave(_: object) -> None:
            self.typed = False
            table.paint_soon()

        listen = table.lifetime.listen
        listen(element("comment"), "input", write_down)
        listen(element("comment"), "blur", leave)
