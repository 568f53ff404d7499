"""Pasted or dropped texts: those that open a game, and the errors for the others."""

from urllib.parse import quote

import pytest

from greylox_web.features.library.collection import parse_entry, parse_game_values
from greylox_web.rules.notation.links import check_digits
from greylox_web.session.session import Session
from tests.page.fake_browser import fake_js, make_store
from tests.session.session_helpers import new_session

OWN_PUZZLE = "1/lox7/s1oo1oo1.1xxxoo1.oxxxo2.1oxx3.1oox3.ox1x3.2x4-o-2/m/cso"
SITE = "https://example.org/some-path/"
BODY = "1/lox5/ma3"
LINK = f"{BODY}/c{check_digits(BODY)}"


def wide(text: str) -> str:
    """The text in full-width characters."""
    return "".join(chr(ord(sign) + 0xFEE0) for sign in text)


def hexed(address: str) -> str:
    """The address as encoded by version 2 of Proofpoint."""
    return quote(address, safe="").replace("%2F", "_").replace("-", "%2D").replace("%", "-")


ROUND_A_LINK = {
    "a list of things to do": "[x] #{part}",
    "BBCode": "[url]{link}[/url]",
    "BBCode with a text": "[url={link}]my move[/url]",
    "BBCode in quotes": '[URL="{link}"]my move[/URL]',
    "Markdown": "[my move]({link})",
    "Markdown with a title": '[Round #1/2]({link} "Lox")',
    "Markdown's references": "[1]: {link}",
    "a chat": "[18:40] Ann: {link}",
    "a chat with dates": "[29.11.26, 18:40:12] Ann: {link}\n[29.11.26, 18:41:02] Bob: nice",
    "a chat in angle brackets": "<Ann> {link}",
    "Slack": "<{link}|my move>",
    "mail": "<{link}>",
    "HTML": '<p>My move: <a href="{link}">here</a></p>',
    "HTML without quotes": "<a href={link}>here</a>",
    "HTML with entities": '<a href="{entities}">here</a>',
    "Org": "[[{link}][my move]]",
    "a wiki": "[{link} my move]",
    "Windows": "[InternetShortcut]\r\nURL={link}\r\nIconIndex=0\r\n",
    "Windows, more": "[{{000214A0-0000}}]\r\nProp3=19,11\r\n[InternetShortcut]\r\nURL={link}\r\n",
    "Linux": "[Desktop Entry]\nEncoding=UTF-8\nType=Link\nURL={link}\nIcon=text-html\n",
    "macOS": '<?xml version="1.0"?>\n<plist><dict><string>{link}</string></dict></plist>',
    "quoted mail": "> [x] {link}\n> Greetings",
    "JSON text": '"{slashes}"',
    "JSON of a program": '{{"url": "{slashes}", "by": "Ann"}}',
    "a JSON list": '["{link}"]',
    "braces": "{{{link}}}",
    "TeX": r"\href{{{hash}}}{{my move}}",
    "a smiley": "(; {link} ;)",
    "Japanese": "「{link}」。",
    "wide": "{wide}",
    "a wide number sign": "\uff03{part}",
    "Proofpoint 2": "https://urldefense.proofpoint.com/v2/url?u={hexed}&d=DwMFaQ&c=euG&r=x&e=",
    "Proofpoint 3": "https://urldefense.com/v3/__{starred}__;Iw!!ABC-_!xyz$",
    "Proofpoint 3, a run": "https://urldefense.com/v3/__https://a.org/**A{part}__;w6kj!!AB!xy$ bye",
    "Proofpoint 3 in lines": "https://urldefense.com/v3/__{starred}\n__;Iw!!ABC-_!xyz$",
    "Proofpoint in brackets": "[https://urldefense.com/v3/__{starred}__;Iw!!ABC-_!xyz$]",
    "Outlook": "https://eur01.safelinks.protection.outlook.com/?url={quoted}&data=05%7C01&reserved=0",
    "Outlook, plain": "{link}<https://eur01.safelinks.protection.outlook.com/?url={quoted}&data=05>",
    "a long page": "<html>" + "<p>Lox</p>" * 2000 + '<a href="{link}">my move</a>' + "." * 9000,
    "a long chat": "[29/11/26, 18:40] Ann: nice\n" * 2000 + "[29/11/26, 18:41] Bob: {link}\n" * 2,
    "Google": "https://www.google.com/url?q={quoted}&sa=D&source=docs&usg=AOv",
}
"""Who puts what around a link, or makes what of it."""


def open_text(text: str) -> tuple[str, Session]:
    """The error for an imported text, and the session after the import."""
    with fake_js():
        from greylox_web.features.library.import_text import import_text

        table = make_store(new_session("brink", 3))
        table.autosave = None
        return import_text(table, text), table.session


@pytest.mark.parametrize("part", [BODY, LINK], ids=["by hand", "checked"])
@pytest.mark.parametrize("around", ROUND_A_LINK)
def test_a_link_opens_whatever_is_around_it(around: str, part: str):
    link = f"{SITE}#{part}"
    text = ROUND_A_LINK[around].format(
        link=link,
        part=part,
        entities=link.replace("#", "&#35;").replace("/", "&#x2F;"),
        slashes=link.replace("/", "\\/"),
        hash=link.replace("#", "\\#"),
        wide=wide(f"#{part}"),
        hexed=hexed(link),
        starred=link.replace("#", "*"),
        quoted=quote(link, safe=""),
    )
    error, session = open_text(text)
    assert error == "" and session.link == LINK
    assert (session.offered_seat == 1) == (part == LINK), "only a whole link offers a seat"
    (value,) = parse_game_values(text)
    assert parse_entry(value).link == LINK


@pytest.mark.parametrize(
    "text",
    [
        "[url]{}[/url]",
        "[18:40] Ann: {}",
        "[my game]({})",
        "<{}|mine>",
        '<a href="{}">',
        "[InternetShortcut]\nURL={}\nIconIndex=0\n",
    ],
)
def test_hexworld_and_puzzle_links_open(text: str):
    error, session = open_text(text.format("https://hexworld.org/board/#11r9c1,a3b4"))
    assert error == "" and session.game.name == "lox" and len(session.tree.nodes) == 3
    with fake_js() as js:
        from greylox_web.features.library.import_text import import_text

        for route in ("puzzle/today", f"puzzle/{OWN_PUZZLE}"):
            assert import_text(make_store(session), text.format(f"{SITE}#{route}")) == ""
            assert js.location.hash == route


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"format": "greylox-web game", "version": 1, "nodes": [', "not JSON: line 1"),
        (f'{{"format": "greylox-web game", "nodes": [{{"comment": "#{LINK}"}}', "not JSON: line 1"),
        ("{", "not JSON: line 1"),
        ('[{"a": 1', "not JSON: line 1"),
        ("[1, 2]", "not one of our games"),
        ('{"name": "#1/lox99/m"}', "not one of our games"),
        (f"(;GG[lox:5]C[#{LINK}", "damaged"),
        (f"(;FF[4]GM[1]C[#{LINK}])", "of another game"),
        ("[x] #1/lox99/m", "Lox is played on"),
        ("[18:40] Ann: #7/lox5/m", "newer version"),
        ("[29/11/26, 18:40] Ann: hello", "not the name of a cell"),
        ("[my move](#1/lox5/m" + "a1" * 5000 + ")", "longer than 8,192 characters"),
        (
            "https://urldefense.com/v3/__https://a.org/*1/lox5/__;!!A!b$",
            "not the name of a cell",
        ),
        (
            "https://urldefense.com/v3/__https://a.org/*1/__;_____!!A!b$",
            "not the name of a cell",
        ),
    ],
)
def test_malformed_or_foreign_text_keeps_specific_error(text: str, sentence: str):
    error, session = open_text(text)
    assert sentence in error
    assert session.game.name == "brink"


def test_damaged_wrapped_link_shows_legal_part():
    error, session = open_text(f"[InternetShortcut]\r\nURL={SITE}#1/lox5/ma3a3\r\nIconIndex=0\r\n")
    assert error == "" and session.tree.actions(session.leaf)
    assert "You do not control a3" in session.notice.text
    assert "icon" not in session.notice.text.lower()


@pytest.mark.parametrize("checked", [True, False])
def test_link_with_unknown_sections_opens_with_notice(checked: bool):
    body = "1/lox5/ma3/v0b2/y1b2c3/u0a1b2c/n0"
    link = f"#{body}/c{check_digits(body)}" if checked else f"#{body}"
    error, session = open_text(f"[my move]({SITE}{link})")
    assert error == "" and session.game.name == "lox" and len(session.tree.nodes) == 3
    assert session.cursor == 0 and session.notice is not None
    assert "The link holds more than this version can show." in session.notice.text
    assert ("no proper end" in session.notice.text) is not checked
