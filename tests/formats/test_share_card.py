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
    group_nodes_by_turn,
)
from greylox_web.formats.share_card import qr_path_data, qr_svg, share_card_svg, status_text
from greylox_web.match.match import PERSON, Match, Seat
from greylox_web.match.tree import new_tree, tree_from_record
from greylox_web.rules import new_game
from greylox_web.rules.notation.links import read_link
from greylox_web.session.session import Session
from tests.formats.strategies import SPECS, games, random_tree, randoms
from tests.thoroughness import examples

SVG = "{http://www.w3.org/2000/svg}"
CODE = tuple(bytes(row) for row in segno.make("https://example.org/#1/lox5/m").matrix)


def table(link: str, *seats: Seat) -> Session:
    tree, leaf, cursor = tree_from_record(read_link(link).record)
    return Session(Match(tree, leaf, cursor, seats=seats or (PERSON, PERSON)))


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("code", [(), CODE], ids=["plain", "code"])
def test_share_card_is_one_svg_with_board_name_and_status(spec, code):
    session = table(f"1/{spec}/m")
    for turn in (0, 3):
        root = ElementTree.fromstring(share_card_svg(session, turn, code))
        texts = ["".join(text.itertext()) for text in root.findall(f"{SVG}text")]
        assert texts[0].lower() == session.game.name
        assert " ".join(texts[1:]) == status_text(session)
        left, top, width, height = map(float, root.get("viewBox").split())
        for inner in root.findall(f"{SVG}svg"):  # the board and the QR code
            x, y, wide, high = (float(inner.get(key)) for key in ("x", "y", "width", "height"))
            assert x >= left and y >= top and x + wide <= width and y + high <= height
        assert len(root.findall(f"{SVG}svg")) == 1 + bool(code)


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
    frames = film_frames(tree, leaf)
    assert len(frames) == len(group_nodes_by_turn(tree, leaf)) + 1
    assert [node for turn in group_nodes_by_turn(tree, leaf) for node in turn] == list(
        tree.path(leaf)[1:]
    )
    assert frames[-1].node == leaf and frames[-1].millis == END_MILLIS
    sizes = {ElementTree.fromstring(frame.draw()).get("viewBox") for frame in frames}
    assert len(sizes) == 1
    for number, frame in enumerate(frames[1:], 1):
        assert frame.caption.startswith(f"{number}. ")


def test_the_pictures_of_a_long_film_are_smaller_and_quicker():
    tree, leaf, _ = tree_from_record(read_link("1/brink3-x2/ma1b2c3").record)
    short = film_frames(tree, leaf)
    assert {frame.width for frame in short} == {WIDTH}
    cells = [name for name in "abcdefghijklm" for _ in (0,)]
    names = "".join(f"{c}{n}" for n in range(1, 14) for c in cells)
    tree, leaf, _ = tree_from_record(read_link(f"1/brink13-d-x2/m{names}").record)
    long = film_frames(tree, leaf)
    assert len(long) == 170 > LONG_GAME_TURNS
    assert long[0].width < WIDTH and long[0].millis < short[0].millis


def test_the_film_tells_turns_as_the_move_list_does():
    tree, leaf, _ = tree_from_record(read_link("1/greylox5/me5e6b2c3").record)
    assert [frame.caption for frame in film_frames(tree, leaf)][1:] == [
        "1. White e5",
        "2. Black e6 b2",
        "3. White c3",
    ]
