"""Text from outside is shown in the quotes of the language."""

from __future__ import annotations

import pytest

from greylox_web.words import error_text
from greylox_web.words.reading import WRONG


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("chess", "there is no game called “chess”"),
        ("it's", "there is no game called “it's”"),
        ("a\n\u202eb", r"there is no game called “a\n\u202eb”"),
    ],
)
def test_foreign_text_is_quoted_with_invisibles_escaped(text, quoted):
    assert error_text("no-game", name=text) == quoted


def test_the_language_chooses_the_quotes(monkeypatch):
    monkeypatch.setitem(WRONG, "quoted", "« {text} »")
    assert error_text("link-action", text="e5") == "« e5 » is not an action"
