"""Random valid texts for the entry points; ``mutate`` damages them."""

import json
from dataclasses import replace
from random import Random

from greylox_web.command.analyse.fields import WANTED
from greylox_web.engine import messages
from greylox_web.features.library.entry import make_entry, write_entry
from greylox_web.formats import game_json, sgf
from greylox_web.match.match import GameTerms, Match, Seat
from greylox_web.match.tree import ROOT, Tree, new_tree, tree_from_record
from greylox_web.progress import KINDS, Fact
from greylox_web.rules import Game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.actions import MARKS, Annotation, GameRecord, Mark, format_turns
from greylox_web.rules.notation.links import read_spec, write_link
from greylox_web.rules.notation.records import write_record
from greylox_web.rules.play import random_game, replay
from greylox_web.session.last_choices import LastChoices, write_choices
from greylox_web.session.local_record import write_local_record
from greylox_web.session.session import Session
from greylox_web.text import sanitize, sanitize_label

SPECS = (
    *("greylox3", "greylox5", "lox5", "lox6-n", "lox11", "brink3-x2", "brink5-d-x1", "brink6-x9"),
    *("multiplicity3", "multiplicity4-f", "multiplicity5", "byg3", "byg5-d", "byg5"),
    *("brink3-x2-p", "brink5-d-x1-p", "multiplicity3-f-p"),
)
HEX_FILES = (
    "https://hexworld.org/board/#11c1,a10b4d4:sd8",
    "https://hexworld.org/board/#5n,a1b2:pc3:rw",
    "(;FF[4]EV[x]PB[a]PW[b]SZ[11]RE[B]GC[c]SO[https://x.example];W[b4];B[swap];W[d4];B[resign])",
    "(;GM[11]SZ[5]AB[a1:b2]AW[c3];B[d4];W[e5])",
)
NASTY_TEXTS = "a word", "é棋🜨", "]\\;(", "</text><script>", "\u202e\u2028\r\n", "1. e5", "#1/lox5/m"
GTP_LINES = (
    *("play b a1", "play w b2", "genmove b", "genmove w", "undo", "showboard", "final_score"),
    *("boardsize 3", "clear_board", "komi 6.5", "greylox-game byg 3", "greylox-game lox 5 swap=no"),
    *("greylox-game brink 3 excess=2", "time_settings 10 5 1", "time_left b 5 1", "greylox-legal"),
    *("7 name", "protocol_version", "list_commands", "known_command play", "greylox-level 0"),
    *("greylox-game brink 3 swap=yes", "greylox-game multiplicity 3 opening=no swap=yes"),
    *(
        "play w swap",
        "greylox-turn",
        "greylox-link",
        "greylox-load 1/byg3/ma1",
        "greylox-load byg3 1. a1  2. b2",
    ),
    *("greylox-analyse 2", "greylox-solve 1", "play white e5+a1", "quit", "# nothing"),
)


def random_record(random: Random, spec: str = "") -> GameRecord:
    """The beginning of a random game, perhaps with a resignation, a variation or a cursor."""
    game = read_spec(spec or random.choice(SPECS))
    actions = random_game(game, random)
    actions = actions[: random.randint(0, min(len(actions) - 1, 40))]
    variation = tuple(actions[-random.randint(1, 3) :])
    ply = len(actions) - len(variation)
    variations = ((ply, variation),) if variation and random.random() < 0.2 else ()
    cursor = random.choice((None, random.randint(0, len(actions))))
    cursor = None if cursor == len(actions) else cursor
    return GameRecord(game, tuple(actions), None, variations, cursor, random.random() < 0.1)


def match(random: Random) -> Match:
    """A match whose tree has comments and marks."""
    tree, leaf, cursor = tree_from_record(random_record(random))
    for _ in range(random.randint(0, 3)):
        tree = annotate(tree, random)
    seats = Seat(random.choice((None, 1, 10))), Seat(None, remote=random.random() < 0.3)
    return Match(
        tree, leaf, cursor, seats, random.choice((GameTerms(), GameTerms(60_000, 1000, False)))
    )


def annotate(tree: Tree, random: Random) -> Tree:
    """The tree with comments and marks at one of its positions."""
    node, text = random.randrange(len(tree.nodes)), random.choice(NASTY_TEXTS)
    marks, other = random_marks(tree.game, random), random.choice(("", *NASTY_TEXTS))
    return tree.with_node(node, comment=sanitize(text), marks=marks, link_comment=sanitize(other))


def random_marks(game: Game, random: Random) -> tuple[Mark, ...]:
    """Some marks, and perhaps an arrow."""
    cells, text = list(bits(game.board.cells)), random.choice(NASTY_TEXTS)
    kinds = random.sample(MARKS, 2)
    marks = [
        Mark(k, random.choice(cells), sanitize_label(text) if k == "label" else "") for k in kinds
    ]
    start, end = random.sample(cells, 2)
    return (*marks, *([Mark("arrow", start, end=end)] * (random.random() < 0.5)))


def link(random: Random) -> str:
    """A link, perhaps with comments and marks."""
    record = random_record(random)
    plies = range(len(record.actions) + 1)
    annotations = tuple(
        Annotation(ply, sanitize(random.choice(NASTY_TEXTS)), random_marks(record.game, random))
        for ply in sorted(random.sample(plies, min(random.choice((0, 0, 1, 3)), len(plies))))
    )
    return write_link(replace(record, annotations=annotations))


def record(random: Random) -> str:
    """A record."""
    return write_record(random_record(random))


def game_file(random: Random) -> str:
    """A game as JSON."""
    sample = match(random)
    return game_json.write_game(sample.tree, sample.leaf, sample.cursor)


def sgf_file(random: Random) -> str:
    """A game as SGF, or a link or file of a Hex program."""
    if random.random() < 0.2:
        return random.choice(HEX_FILES)
    sample = match(random)
    return sgf.write_sgf(sample.tree, sample.leaf, sample.cursor)


def entry(random: Random) -> str:
    """A stored game."""
    return write_entry(make_entry(match(random), f"id-{random.randrange(99)}"))


def fact(random: Random) -> str:
    """A stored fact of the player's progress."""
    name, at = f"{random.getrandbits(64):016x}", "2026-11-22T18:00:00.000+00:00"
    kind = random.choice(list(KINDS))
    values: dict[str, str | bool] = {"game": "byg", "spec": "byg3", "step": "sight", "unrated": ""}
    values |= {"puzzle": "byg-7", "name": "byg-1", "mistake": "byg-1", "match": "id-1"}
    values |= {"position": "1/byg3/m", "played": "a1", "better": "c3 a2"}
    flags = ("right", "helped", "daily", "saved", "found", "asked", "deleted")
    values |= dict.fromkeys(flags, True)
    details = {key: values.get(key, 1) for key in KINDS[kind]}
    return Fact(name, kind, at, at[:10], details).text


def library(random: Random) -> str:
    """A library file with some games and facts."""
    games = [json.loads(game_file(random)) for _ in range(random.randint(0, 3))]
    for game in games:
        game["meta"] = {"id": "one", "name": "n", "updated": "2026-11-22", "seats": ["", "3"]}
    facts = [Fact(**json.loads(fact(random))) for _ in range(random.randint(0, 3))]
    return game_json.write_library(games, facts)


def preferences(random: Random) -> str:
    """A player's stored preferences."""
    choices = write_choices(LastChoices({"byg": "byg5"}, ("", "3"), GameTerms(60_000, 1000), True))
    stored = {"theme": "dark", "sound": True, "volume": 5, "pace": "calm", "hexhex": 7}
    chosen = random.sample(sorted(stored), random.randint(0, 5))
    return json.dumps({key: stored[key] for key in chosen} | {"new_game": choices})


def local_record(random: Random) -> str:
    """The current match, as stored for the next visit."""
    return write_local_record(Session(match(random)))


def clock(random: Random) -> str:
    """A stored clock."""
    return json.dumps({"left": [random.randrange(60_000), 1], "turns": random.randrange(99)})


def choices(random: Random) -> str:
    """The stored last choices for a new game."""
    seats = random.choice((("", "2"), ("friend", "")))
    return write_choices(LastChoices({"lox": "lox11", "brink": "brink5-x3-p"}, seats, GameTerms()))


def channel(random: Random) -> str:
    """A message from another tab."""
    kind = random.choice(("opened", "saved", "here"))
    return json.dumps([kind, f"id-{random.randrange(99)}", random.randrange(999)])


def search_request(random: Random) -> str:
    """A request to the engine's worker."""
    position = write_link(
        random_record(
            random, random.choice(("byg3", "brink3-x2", "brink3-x2-p", "greylox3", "lox5"))
        )
    )
    think = messages.SearchRequest(random.randrange(99), position, random.randrange(12))
    return messages.write_request(think._replace(purpose=random.choice(messages.PURPOSES)))


def report(random: Random) -> str:
    """A report of the engine's worker."""
    top = [messages.CandidateMove("a1", 3, 0.5), messages.CandidateMove("end", 1, -1.0, True)]
    value = random.uniform(-1, 1)
    report = messages.SearchReport(1, True, "a1", 4, value, False, ["a1"], top, 9, None)
    if random.random() < 0.5:
        return messages.write_report(report._replace(held=([4, 0, 1], [0, 3, 3])))
    thoughts = (messages.FirstThought("a1", 600, 800), messages.FirstThought("end", 400, 200))
    return messages.write_report(report._replace(thoughts=thoughts))


def commands(random: Random) -> str:
    """Commands of another program in the Go Text Protocol."""
    return "\n".join(random.choices(GTP_LINES, k=random.randint(1, 8)))


def query(random: Random) -> str:
    """A query of the command ``analyse``."""
    record = random_record(random)
    place: dict[str, object] = {"position": write_link(record)}
    if random.random() < 0.5:
        game = record.game
        states = replay(game, record.actions, record.initial_state)
        moves = format_turns(game, states, record.actions)
        place = {"game": game.name, "size": game.size, "options": game.options, "moves": moves}
    more = {
        "turns": random.choice(("all", [0])),
        "visits": 2,
        "seconds": 0.5,
        "seed": 1,
        "fields": random.choices(WANTED, k=3),
        "report_seconds": 1,
        "priority": -1,
    }
    chosen = random.sample(sorted(more), random.randint(0, len(more)))
    return json.dumps({"id": "a"} | place | {name: more[name] for name in chosen})


EMPTY = new_tree(read_spec("byg3")), ROOT
"""A tree and its root, for the entry points that need a match."""
