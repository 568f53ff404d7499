"""Addresses of embedded boards: the script of embed.html reads what the package writes."""

import json
import re
import subprocess
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest

from greylox_web.drawing.hex_geometry import geometry, number
from greylox_web.drawing.thumbnail import SHOWCASE, default_masks, thumbnail
from greylox_web.features.exercise.model import StartExercise
from greylox_web.features.puzzles.judge import make_exercise
from greylox_web.features.share.shareable import shareable_session
from greylox_web.formats.embed import (
    SIZES,
    bbcode,
    embed_fragment,
    frame_code,
    markdown_code,
    svg_code,
)
from greylox_web.formats.embed_facts import embed_facts
from greylox_web.rules import GAMES, get_shapes, new_game
from greylox_web.rules.board import bits
from greylox_web.session.load_match import open_link
from greylox_web.session.playing import GoToNode
from greylox_web.session.update import update
from tests.features.puzzles.shipped_puzzles import puzzle
from tests.session.session_helpers import click_cells, new_session

SCRIPT = (Path(__file__).parents[2] / "assets/embed/picture.js").read_text("utf-8")
PROGRAM = """
import { readFileSync } from "node:fs";
import vm from "node:vm";
const { script, facts, addresses } = JSON.parse(readFileSync(0, "utf-8"));
const context = vm.createContext({ greyloxFacts: facts });
vm.runInContext(script, context);
context.addresses = addresses;
context.named = (cells) => cells && Object.fromEntries(
  [...cells].map(([cell, value]) => [context.cellName(cell), value]),
);
process.stdout.write(vm.runInContext(`JSON.stringify(addresses.map((address) => {
  const read = readAddress(address);
  const picture = read.fault ? "" : drawPosition(read, "<a>&");
  const { stones, placed, ground, last, game, ...others } = read;
  const cells = Object.entries({ stones, placed, ground, last });
  for (const [name, value] of cells) others[name] = named(value);
  return { ...others, picture };
}))`, context));
"""
CORPUS = (Path(__file__).parent / "embed_addresses.txt").read_text("utf-8").split()
DRAWN_OTHERWISE = {"ground", "weave", "link", "link-rim", "size"}
"""Regions and bars, which have rounded corners in the page's own drawing, and group sizes."""


def read_all(addresses):
    """What the script reads and draws for each address."""
    sent = {"script": SCRIPT, "facts": embed_facts(), "addresses": addresses}
    command = ["node", "--input-type=module", "-e", PROGRAM]
    done = subprocess.run(
        command, input=json.dumps(sent), capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def positions():
    """Sessions at several positions of a game of each kind, and on every board."""
    for name in GAMES:
        shown = open_link(new_session(name), SHOWCASE[name])
        path = shown.tree.path(shown.leaf)
        for node in {path[0], path[1], path[2], path[len(path) // 2], path[-2], path[-1]}:
            yield update(shown, GoToNode(node))
        for shape, options in get_shapes(name):
            for size in shape.sizes:
                session = new_session(name, size, options)
                legal = session.game.board.cell_names(session.game.legal(session.state))
                yield click_cells(session, legal[size])


@pytest.fixture(scope="module")
def drawn():
    """Each of the positions with what the script reads and draws."""
    sessions = list(positions())
    read = read_all([embed_fragment(session) for session in sessions])
    return list(zip(sessions, read, strict=True))


def own_picture(session):
    """The package's own drawing of the same things."""
    tree, node, state = session.tree, session.cursor, session.state
    last = tree.last_turn_mask(node)
    kinds = ("claimed-first", "claimed-second", "chain", "settled")
    masks = dict.fromkeys(kinds, 0) | {"last": last, "pending": state.placed}
    before = (tree.state_before(step) for step in tree.path(node)[1:])
    actions = [tree.nodes[step].action for step in tree.path(node)[1:]]
    flipped = {}
    for action, earlier in zip(actions, before, strict=True):
        flipped[action] = earlier.occupied >> action & 1
    masks["flipped"] = sum(1 << cell for cell in bits(last) if flipped.get(cell))
    return thumbnail(session.game, state, masks=masks)


def drawn_elements(svg):
    """Each drawn element: its tag and attributes without numbers, and the numbers."""
    found = []

    def walk(element, place):
        tag = element.tag.rpartition("}")[2]
        if tag == "defs":
            return
        place = [*place, *map(float, re.findall(r"-?[\d.]+", element.get("transform", "")))]
        if tag == "g" or tag == "svg":
            for child in element:
                walk(child, place)
        elif not set(element.get("class", "").split()) & DRAWN_OTHERWISE:
            text = " ".join(f"{k}={v}" for k, v in sorted(element.attrib.items()))
            words = re.sub(r"-?\d[\d.]*", "#", text)
            numbers = [float(n) for n in re.findall(r"-?\d[\d.]*", text)]
            found.append((tag, words, [*place, *numbers]))

    root = ET.fromstring(svg)
    walk(root, [])
    found.sort(key=lambda it: (it[0], it[1], [round(n) for n in it[2]]))
    return root.get("viewBox"), root.get("data-game"), found


def test_script_draws_what_the_package_draws(drawn):
    for session, result in drawn:
        assert "fault" not in result, result
        assert result["link"] == session.link
        own, other = (drawn_elements(svg) for svg in (own_picture(session), result["picture"]))
        assert [float(n) for n in own[0].split()] == pytest.approx(
            [float(n) for n in other[0].split()], abs=0.011
        )
        assert own[1] == other[1]
        assert [e[:2] for e in own[2]] == [e[:2] for e in other[2]], session.link
        for (_, words, here), (*_, there) in zip(own[2], other[2], strict=True):
            assert here == pytest.approx(there, abs=0.011), (words, session.link)


def test_script_reads_every_cell_and_its_colour(drawn):
    for session, result in drawn:
        board, stones = session.game.board, session.state.stones
        assert result["stones"] == {
            name: colour for colour in (0, 1) for name in board.cell_names(stones[colour])
        }
        assert set(result["placed"]) == set(board.cell_names(session.state.placed))
        places = {
            board.cell_name(cell): f"{number(at.x)} {number(at.y)}"
            for cell, at in geometry(board).centres.items()
        }
        drawn = re.findall(
            r'class="stone" data-cell="(\w+)" transform="translate\((.*?)\)"', result["picture"]
        )
        assert len(drawn) == len(result["stones"])
        for name, place in drawn:
            assert [float(n) for n in place.split()] == pytest.approx(
                [float(n) for n in places[name].split()], abs=0.011
            )


def test_controlled_cells_and_joined_stones_are_drawn(drawn):
    for session, result in drawn:
        masks = default_masks(session.game, session.state)
        ground = Counter(result["ground"].values())
        for colour, kind in enumerate(("first", "second")):
            controlled = masks.get(f"control-{kind}", 0)
            names = {cell for cell, owner in result["ground"].items() if owner == colour}
            assert names == set(session.game.board.cell_names(controlled))
            name = session.game.colours[colour]
            fill = re.findall(rf'class="ground {name}" d="([^"]*)"', result["picture"])
            assert sum(d.count("Z") for d in fill) == ground[colour]
            links = re.findall(rf'class="link {name}" d="([^"]*)"', result["picture"])
            own = re.findall(rf'class="link {name}" d="([^"]*)"', own_picture(session))
            assert sum(d.count("M") for d in links) == sum(d.count("M") for d in own)


def test_exercise_is_addressed_by_its_permanent_link():
    loaded = puzzle("lox-36")
    session = update(new_session("brink", 3), StartExercise(make_exercise(loaded, None)))
    session = shareable_session(session)
    [result] = read_all([embed_fragment(session, "dark")])
    assert result["link"] == "puzzle/lox-36" and result["theme"] == "dark"
    assert "turn" not in result and result["mover"] == session.state.mover


def test_themes_turns_and_results():
    game = open_link(new_session("byg"), f"{SHOWCASE['byg'].partition('/c')[0]}-q")
    early = update(game, GoToNode(game.tree.path(game.leaf)[1]))
    addresses = [
        embed_fragment(early, "light", only_board=True),
        embed_fragment(game),
        f"#embed/{embed_fragment(early)}",
        embed_fragment(early).upper(),
    ]
    light, over, whole, upper = read_all(addresses)
    assert light["theme"] == "light" and light["onlyBoard"] and light["turn"] == 2
    assert over["winner"] == game.outcome.winner and over["turn"] == over["turns"]
    assert whole["stones"] == upper["stones"] == light["stones"]
    assert "winner" not in whole and "&#60;a&#62;&#38;" in whole["picture"]


def test_every_address_ever_written_stays_readable():
    """The addresses in ``embed_addresses.txt`` are frozen: lines are only added."""
    frozen = dict(line.split("=") for line in CORPUS)
    for (address, expected), read in zip(frozen.items(), read_all([*frozen]), strict=True):
        assert "fault" not in read, address
        found = "".join(f"{cell}{'xo'[own]}" for cell, own in sorted(read["stones"].items()))
        assert f"{read['name']}{read['size']}:{found}" == expected


DAMAGED = {
    "": "damaged",
    "1": "damaged",
    "hello": "damaged",
    "%": "damaged",
    "2/greylox5/zz": "newer",
    "1/greylox5/1/greylox5/m": "damaged",  # no rows
    "1/chess5/s5/1/lox5/m": "damaged",
    "1/__proto__5/s5/1/lox5/m": "damaged",
    "1/constructor5/s5/1/lox5/m": "damaged",
    "1/lox99/s5.5.5.5.5-x-2/1/lox5/m": "damaged",
    "1/lox4/s4.4.4.4-x-2/1/lox5/m": "damaged",
    "1/lox5/s5.5.5.5-x-2/1/lox5/m": "damaged",
    "1/lox5/s5.5.5.5.6-x-2/1/lox5/m": "damaged",
    "1/lox5/s5.5.5.5.4-x-2/1/lox5/m": "damaged",
    "1/lox5/s5.5.5.5.xxxxxx-x-2/1/lox5/m": "damaged",
    "1/lox5/s5.5.5.5.5-x-2-hz9/1/lox5/m": "damaged",
    "1/lox5/s5.5.5.5.5-x-2/lf1/1/lox5/m": "damaged",
    "1/lox5/s5.5.5.5.5-x-2/tmany/1/lox5/m": "damaged",
    "1/lox5/s5.5.5.5.5-x-2/wq/1/lox5/m": "damaged",
    "1/lox5/s5.5.5.5.5-x-2/g5.5.5.5/1/lox5/m": "damaged",
    "1/lox5/s5.5.5.5.5-x-2": "damaged",  # no link
    "1/lox5/s5.5.5.5.5-x-2/http:example.org/m": "damaged",
    "1/lox5/s5.5.5.5.5-x-2/1/lox5/m<b>": "damaged",
    "1/brink5-d-d2/s5.5.5.5.5-x-2/1/lox5/m": "damaged",
    "1/greylox3/s3.4.5.4.3-x-2/1/" + "m" * 8_193: "damaged",
    "1/greylox3/s3.4.5.4.3-x-2" + "/zz" * 4_000 + "/1/lox5/m": "damaged",
}


def test_damaged_addresses_are_refused():
    for (address, fault), result in zip(DAMAGED.items(), read_all([*DAMAGED]), strict=True):
        assert result.get("fault") == fault, address
        assert re.fullmatch(r"[a-z0-9./-]*", result["link"])
        assert result["picture"] == ""


def test_any_cut_or_changed_address_is_read_without_a_fault_of_the_script():
    whole = embed_fragment(open_link(new_session("greylox"), SHOWCASE["greylox"]))
    cut = [whole[:end] for end in range(0, len(whole), 3)]
    changed = [whole[:at] + sign + whole[at + 1 :] for at in range(0, 160, 4) for sign in "z9/-%"]
    for result in read_all(cut + changed):
        assert len(result.get("stones") or {}) <= new_game("greylox").board.cells.bit_count()


def test_sections_of_later_versions_are_skipped():
    [result] = read_all(
        ["1-wide/greylox3/s3.4.5x2.4.3-x-2/zsomething/1/greylox3/m".replace("5x2", "2x2")]
    )
    assert result["stones"] == {"c3": 0}


def test_codes_quote_titles_and_addresses():
    title, link = 'A "<b>" [x] & y', "https://example.org/#1/lox5/ma1"
    frame = ET.fromstring(frame_code(f"{link}&x", title, SIZES["usual"]).replace("loading", "l"))
    assert frame.get("src") == f"{link}&x" and frame.get("title") == title
    assert (frame.get("width"), frame.get("height")) == ("360", "420")
    shown = ET.fromstring(svg_code(link, "<svg/>\n"))
    assert shown.get("href") == link and [child.tag for child in shown] == ["svg"]
    assert markdown_code(link, title, "") == rf'[A "\<b\>" \[x\] & y]({link})'
    assert markdown_code(link, "Lox", "p.png") == f"[![Lox](p.png)]({link})"
    assert bbcode(link, title, "") == f'[url={link}]A "<b>" x & y[/url]'
    assert bbcode(link, title, "p.png") == f"[url={link}][img]p.png[/img][/url]"
