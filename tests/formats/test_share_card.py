"""The share card and the frames of a film: each one SVG, and true to the game."""

from xml.etree import ElementTree

import pytest
import segno
from hypothesis import given

from greylox_web.formats.film_frames import (
    END_MILLIS,
    LONG_GAME_TURNS,
    WIDTH,
    film_frames,
)
from greylox_web.formats.share_card import (
    PictureOptions,
    has_personal_names,
    player_names,
    qr_path_data,
    qr_svg,
    share_card_svg,
    status_text,
)
from greylox_web.formats.style import LIGHT
from greylox_web.match.match import PERSON, Match, Seat
from greylox_web.match.move_list import nodes_by_turn
from greylox_web.match.tree import new_tree, tree_from_record
from greylox_web.rules import new_game
from greylox_web.rules.notation.links import read_link
from greylox_web.session.naming import engine_name, game_title
from greylox_web.session.session import Session
from tests.formats.strategies import SPECS, games, random_tree, randoms
from tests.thoroughness import examples

SVG = "{http://www.w3.org/2000/svg}"
CODE = tuple(bytes(row) for row in segno.make("https://example.org/#1/lox5/m").matrix)


def table(link: str, *seats: Seat) -> Session:
    tree, leaf, cursor = tree_from_record(read_link(link).record)
    return Session(Match(tree, leaf, cursor, seats=seats or (PERSON, PERSON)))


def texts(svg: str) -> list[str]:
    """The texts of a card outside its board."""
    root = ElementTree.fromstring(svg)
    board = next(root.iterfind(f"{SVG}svg"))
    return [t.text or "" for t in root.iter(f"{SVG}text") if t not in list(board.iter())]


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("code", [(), CODE], ids=["plain", "code"])
def test_share_card_is_one_svg_with_board_name_and_status(spec, code):
    session = table(f"1/{spec}/m")
    for turn in (0, 3):
        svg = share_card_svg(session, turn, code)
        root = ElementTree.fromstring(svg)
        mover = session.game.colours[session.state.mover].title()
        assert texts(svg)[:2] == [f"{mover} to move", "turn 1"]
        assert {game_title(session.game), "Greylox Web"} <= {*texts(svg)}
        left, top, width, height = map(float, root.get("viewBox").split())
        for inner in root.findall(f"{SVG}svg"):  # the board and the QR code
            x, y, wide, high = (float(inner.get(key)) for key in ("x", "y", "width", "height"))
            assert x >= left and y >= top and x + wide <= width and y + high <= height
        assert len(root.findall(f"{SVG}svg")) == 1 + bool(code)


ENDED = "1/greylox3/mc1d2a3b3d4e4a1b2c5b4a2d3b1e3a3"  # 13 to 4


def test_share_card_of_a_finished_game_tells_the_result():
    svg = share_card_svg(table(ENDED))
    assert texts(svg) == [
        *("13", ":", "4", "White wins", "White's largest group holds 13, Black's 4."),
        *("Greylox · base 3 · 11 turns", "Greylox Web"),
    ]
    board = svg[svg.index("<title>") :]
    assert ">13</text>" in board and ">4</text>" in board  # on the groups
    hidden = share_card_svg(table(ENDED), options=PictureOptions(result=False))
    assert texts(hidden) == ["Greylox", "Greylox · base 3", "Greylox Web"]
    assert ">13</text>" not in hidden and LIGHT["brass"] not in hidden.partition("</defs>")[2]


def test_share_card_of_a_resigned_game_tells_who_resigned():
    assert texts(share_card_svg(table("1/brink3-x2/ma1-q")))[:2] == [
        "Black wins",
        "White resigned.",
    ]


def test_names_are_in_a_picture_by_choice_only():
    tree, leaf, cursor = tree_from_record(read_link(ENDED).record)
    people = Session(Match(tree, leaf, cursor, names=("Ada", "")))
    assert player_names(people) == ("Ada", "") and has_personal_names(people)
    assert "Ada" not in share_card_svg(people) and "Ada" not in status_text(people)
    chosen = texts(share_card_svg(people, options=PictureOptions(names=True)))
    assert chosen[-4:-2] == ["Ada", "Black"]
    computer = Session(Match(tree, leaf, cursor, seats=(PERSON, Seat(4)), names=("You", "")))
    assert player_names(computer) == ("", engine_name(4)) and not has_personal_names(computer)
    friend = Session(
        Match(tree, leaf, cursor, seats=(Seat(remote=True), PERSON), remote_name="Eve")
    )
    assert player_names(friend) == ("Eve", "") and has_personal_names(friend)
    assert not any(player_names(table(ENDED)))


def test_names_and_titles_of_any_length_stay_on_the_card():
    tree, leaf, cursor = tree_from_record(read_link(ENDED).record)
    session = Session(Match(tree, leaf, cursor, names=("W" * 40, "<&>" * 13)))
    for code in ((), CODE):
        svg = share_card_svg(session, 0, code, options=PictureOptions(names=True))
        root = ElementTree.fromstring(svg)
        for text in root.iterfind(f"{SVG}text"):
            if text.get("text-anchor") == "start":
                size, content = float(text.get("font-size")), text.text or ""
                assert float(text.get("x")) + 0.56 * size * len(content) <= 1080


def test_share_card_names_side_to_move_by_colour():
    against = (PERSON, Seat(4))
    assert status_text(table("1/greylox5/m", *against)) == "White to move · turn 1"
    assert status_text(table("1/greylox5/me5", *against)) == "Black to move · turn 2"
    assert status_text(table("1/greylox5/me5e6", *against)) == "Black to move · turn 2"
    assert status_text(table("1/greylox5/me5e6b2", *against)) == "White to move · turn 3"
    inside = table("1/greylox5/me5e6").state
    set_up = Session(Match(new_tree(new_game("greylox", 5), inside), seats=against))
    assert inside.placed and status_text(set_up) == "Black to move · turn 1"
    assert status_text(table("1/brink3-x2/ma1-q", *against)).startswith("Black wins.")


def test_qr_modules_are_drawn_one_by_one():
    dark_modules = set()
    for run in qr_path_data(CODE).split("M")[1:]:
        offset, _, run_length = run.partition("h")
        x, y = map(int, offset.split())
        dark_modules |= {(x + n, y) for n in range(int(run_length.partition("v")[0]))}
    assert dark_modules == {
        (x, y) for y, row in enumerate(CODE) for x, dark in enumerate(row) if dark
    }
    box = ElementTree.fromstring(qr_svg(CODE)).get("viewBox").split()
    assert box == ["-4", "-4", str(len(CODE) + 8), str(len(CODE) + 8)]


@examples(40)
@given(games, randoms)
def test_a_film_has_a_picture_for_the_start_and_for_each_turn(game, random):
    tree, leaf, _ = random_tree(game, random, max_actions=20)
    frames = film_frames(Session(Match(tree, leaf, leaf)))
    assert len(frames) == len(nodes_by_turn(tree, tree.path(leaf)[1:])) + 1
    assert [node for turn in nodes_by_turn(tree, tree.path(leaf)[1:]) for node in turn] == list(
        tree.path(leaf)[1:]
    )
    assert frames[-1].node == leaf and frames[-1].millis == END_MILLIS
    sizes = {ElementTree.fromstring(frame.draw()).get("viewBox") for frame in frames}
    assert len(sizes) == 1
    for number, frame in enumerate(frames[1:-1], 1):
        assert frame.card.header.title.startswith(f"{number}. ")


def test_the_last_picture_of_a_film_tells_the_result_for_three_seconds():
    session = table(ENDED).with_match(cursor=0)  # whichever position is shown
    frames = film_frames(session)
    assert "White wins" in texts(frames[-1].draw()) and frames[-1].millis == 3000
    assert all("White wins" not in texts(frame.draw()) for frame in frames[:-1])
    assert len({ElementTree.fromstring(f.draw()).get("viewBox") for f in frames}) == 1
    hidden = film_frames(session, options=PictureOptions(result=False))[-1]
    assert texts(hidden.draw())[0].startswith("11. ")
    unfinished = film_frames(table("1/greylox5/me5e6b2"))
    assert texts(unfinished[-1].draw())[:2] == ["White to move", "turn 3"]


def test_the_pictures_of_a_long_film_are_smaller_and_quicker():
    short = film_frames(table("1/brink3-x2/ma1b2c3"))
    assert {frame.width for frame in short} == {WIDTH}
    cells = [name for name in "abcdefghijklm" for _ in (0,)]
    names = "".join(f"{c}{n}" for n in range(1, 14) for c in cells)
    long = film_frames(table(f"1/brink13-d-x2/m{names}"))
    assert len(long) == 170 > LONG_GAME_TURNS
    assert long[0].width < WIDTH and long[0].millis < short[0].millis


def test_the_film_tells_turns_as_the_move_list_does():
    frames = film_frames(table("1/greylox5/md2c2f4g4h9h8"))
    assert [frame.card.header.title for frame in frames[:-1]] == [
        "Greylox · base 5",
        "1. White d2",
        "2. Black c2 f4",
        "3. White g4 h9",
    ]
