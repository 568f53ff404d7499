"""Every fact is true: the reference rules check its claims, on recorded lines and random ones."""

import json
import lzma
from functools import cache
from pathlib import Path
from random import Random

import pytest

from greylox_web.explanations.explain import all_facts, explain, hint_fact
from greylox_web.explanations.model import Comparison, Forecast
from greylox_web.features.review.turns import COSTLY_LOSS
from greylox_web.rules import GAMES, new_game
from greylox_web.rules.board import bits, transform_mask
from greylox_web.rules.notation.links import read_link
from greylox_web.session.evaluation import legal_line
from greylox_web.words.explanations import EXPLANATION_WORDS
from tests.explanations.claims import CLAIMS, check_fact
from tests.explanations.claims.takes import check_title
from tests.thoroughness import LONG, PROFILE

FOLDER = Path(__file__).parent / "lines"
USUAL, QUICK = 50, 12  # recorded comparisons of a game
RANDOM_GAMES = {"quick": 2, "usual": 6, "long": 200}[PROFILE]


@cache
def all_rows(name):
    """Return all recorded turns of a game."""
    rows = lzma.decompress((FOLDER / f"{name}.jsonl.xz").read_bytes()).decode().splitlines()
    return [json.loads(row) for row in rows]


def recorded_rows(name):
    """Return recorded turns of a game: evenly spread ones, all in the long form."""
    rows = all_rows(name)
    count = len(rows) if LONG else min(len(rows), QUICK if PROFILE == "quick" else USUAL)
    return [rows[number * len(rows) // count] for number in range(count)]


def recorded(name):
    """Return the comparisons of the recorded turns of a game."""
    return [read_row(row) for row in recorded_rows(name)]


def read_row(row):
    reading = read_link(row["link"])
    game, state = reading.record.game, reading.states[0]
    lines = [legal_line(game, state, row[key].split()) for key in ("better", "played")]
    assert [len(line) for line in lines] == [len(row[k].split()) for k in ("better", "played")]
    return Comparison(game, state, *lines)


def random_line(game, state, random, length):
    """Return random actions that prefer flips, and cells beside stones."""
    actions = []
    while len(actions) < length and (legal := game.legal(state)):
        cells = legal & game.board.cells
        near = cells & (state.occupied | game.board.neighbours(state.occupied))
        actions.append(random.choice([*bits(cells & state.occupied or near or legal)]))
        state = game.play(state, actions[-1])
    return tuple(actions)


def random_comparisons(name):
    """Yield comparisons of random lines on small boards, from positions of random games."""
    small = {"lox": 5, "brink": 4}.get(name, 3)
    for number in range(RANDOM_GAMES):
        random = Random(f"{name} {number}")
        game = new_game(name, small)
        for start in range(0, 40, 2):
            state = game.start()
            for action in random_line(game, state, random, start):
                state = game.play(state, action)
            if game.legal(state):
                lines = [random_line(game, state, random, random.randint(1, 12)) for _ in range(2)]
                yield Comparison(game, state, *lines, random_forecasts(game, random))


def random_forecasts(game, random):
    """Return forecasts of games that hold some cells mostly for one side."""
    length = game.board.end_action

    def one(games):
        first = tuple(random.choice((0, games // 3, games)) for _ in range(length))
        return Forecast(games, (first, tuple(games - count for count in first)))

    return one(60), one(90)


EXAMPLES = [
    (
        "1/lox5/s3oo.1xoo1.1xoox.x1oxx.5-o-2/m/cqf",
        "b4 d5 c1 a2 e2 e5 b1 a3 b5 c5 a5 a1",
        "c1 b4 e2 c5 b5 b1 end d5 end a1 end a3",
        "In the line after c1, Blue has to pass; in the best line, Blue does not.",
    ),
    (
        "1/lox5/sx2x1.xooox.xxxo1.xxx2.1ooo1-o-2/m/ckn",
        "e4 b1 c4 b2 c3 c1 e2 c2 e1 a5 e3",
        "e5 e4 c1 d4 d1 d3 e1 a5 b1",
        "Blue should play e4 first: after e5, Red plays there and keeps e2 from being flipped.",
    ),
    (
        "1/lox5/s1x1oo.xoooo.xxooo.1oxox.1x1xx-o-2/m/cms",
        "b3 a4 c4 a1 c5 a5 b5",
        "",
        "Blue may flip b3 now, and Red could save it next turn; c4 can wait.",
    ),
    (
        "1/brink3-x3/sxox.o1oo.xxxxo.oxx1.o1o-x-2/m/cf7",
        "b2 e4 d5",
        "e4 b2 d5",
        "2 turns later in the best line, Black's largest group is larger by 3, and 3 is enough;"
        " after e4, it is larger by only 2.",
    ),
    (
        "1/brink3-x3/soxo.ooxx.oxx1x.1ooo.x1x-x-2/m/c68",
        "d3 d5 b4",
        "d5 b4 d3",
        "2 turns later in the best line, Black's largest group is larger by 5, and 3 is enough;"
        " after d5, it is not larger.",
    ),
    (
        "1/brink3-x3/soox.oxo1.xxox1.xxo1.1o1-x-2/m/c73",
        "c5 e3 d2 e5 e4",
        "e3 c5 e5 d2 e4",
        "4 turns later in the best line, White's largest group is larger by 2, but it needs 3;"
        " after e3, it is larger by 4.",
    ),
    (
        "1/brink3-x3/sxox.o1xo.ox2x.1oxo.xo1-x-2/m/cgr",
        "d3 c3 e5 b2 b4",
        "b2 b4 c3 e5 d3",
        "4 turns later, the larger group is White's in the best line and Black's after b2;"
        " a lead of less than 3 loses.",
    ),
    (
        "1/byg3/s3.2o1.3xo.2ox.1o1-x-2/m/cl5",
        "c1 d2 c5 a3 e5 b1 c4 b2 b3 a1 c3 b4",
        "e5 b1 c5 end a1 a2 c4 c1 a3 c3 b2 b4",
        "After e5, White may place only one stone next turn; in the best line, 2.",
    ),
]


@pytest.mark.parametrize(("link", "better", "played", "sentence"), EXAMPLES)
def test_rare_facts_are_stated_and_true(link, better, played, sentence):
    comparison = read_row({"link": link, "better": better, "played": played})
    facts = all_facts(comparison)
    for fact in facts:
        check_fact(comparison, fact)
    assert sentence in [fact.text for fact in facts]


TITLES = [
    (
        "1/lox11/s2x6oo.5xoo1x1.o7oxx.x3x1xo2o.3x2xx2o.6xxox1.2o1oo1x3.1o3ox1xx1.o1xo1xxo1o1"
        ".o3o1x1o2.x4x5-x-2/m/c36",
        "k1 i5 j4 e5 a6 a1",
        "j4 j2 f5 c1 a2 a1",
        "Flip k1 now, j4 can wait",
    ),
    (
        "1/lox11/s11.5x2x2.7x3.11.8oo1.o10.1xx2x5.1o3x1o3.o1oo1xo4.xx2ox2x2.xo9-o-2/m/cge",
        "b10 g8 g3 k3",
        "j9 b8 g4 k9 e3 a1",
        "Flip b10 now",
    ),
    (
        "1/greylox5/so1o2.1oxox1.1xoooo1.2xoo1oo.oxxxxxxxx.3x1o2.xoxxoox.xx1xo1.o1o1x-o-2/m/cpk",
        "h6 i8 i9 i6 g5 d6 i8 d1",
        "i9 h6 b1 d1 a2",
        "Play h6 before White does",
    ),
    (
        "1/greylox5/s5.1o1x1o.2x2x1.4oxo1.2x1x1o2.1o2x1x1.4o2.ox4.5-o-1-ld2/m/cfp",
        "e3 h9 g8 a3 b3 i5 h4 i8 h8 a5 a4 f4 g6",
        "e3 g9 f8 a4 b4 i5 h5 i8 h7 g5 e6 d6 a1",
        "g9 costs g5",
    ),
    (
        "1/greylox5/s1ox1o.4x1.xo1x1o1.x1o1ox2.o2xo2x1.1ox1x1o1.3x1xo.1xo1o1.o3x-o-2/m/c7i",
        "d3 e5 g5 e3 c1",
        "g5 e4 d4 f5 d5 g4 a1",
        "Flip d3 now, g5 can wait",
    ),
]


@pytest.mark.parametrize(("link", "better", "played", "title"), TITLES)
def test_title_says_what_the_first_fact_comes_to(link, better, played, title):
    comparison = read_row({"link": link, "better": better, "played": played})
    assert explain(comparison).title == title
    for fact in all_facts(comparison):
        check_fact(comparison, fact)


CARDS = [
    (
        "1/greylox5/so1x1o.1x1ox1.3x1o1.1x2oxxo.2ooxo1o1.x4x1x.2ox3.3x2.3o1-o-1-lb6/m/cq6",
        "c6 f9 e8 i8 i7 e4 f6 a3 e5 a1",
        "c6 e9 d8 i8 i7 d5 f6 e6 g7 d1",
        "",
        "",
    ),
    (
        "1/greylox5/s1o2x.1x1ooo.x2x2x.o1x2x2.1xo1oxxoo.o2oo1xo.1xxxxoo.2ooo1.1x1x1-x-2/m/cqb",
        "f6 e8 e6 c6 g4 c1",
        "f2 d5 f6 e8 c5 d6 a1 c1",
        "",
        "Flipping f6 threatens to flip e6, and in the best line, White flips it next turn; after "
        "f2x, Black plays d5, which protects e6.",
    ),
    (
        "1/greylox5/sxox2.1xo1ox.1o1x3.5xx1.xoo1ooo2.1o1oxoxo.2x1xo1.xo1o2.1xxxx-x-2/m/cpj",
        "i6 i8 i7 h8 f7 g7 c7 d1 b1",
        "h8 h6 d6 d7 b1 d1",
        "Flip i6 now",
        "After h8, Black flips h6, and then White can no longer flip i6.",
    ),
    (
        "1/lox11/s2oo6x.6x4.8xo1.5x1xx2.3x1o1o3.o1x2x3o1.xooo1o1o3.2x8.2x8.1x9.x10-o-2/m/c4v",
        "c6 b6 j2 g5",
        "h6 b6 b8 a8 e4 f1 a1",
        "Flip c6 now",
        "After h6, Red plays b6, and then Blue can no longer flip c6.",
    ),
    (
        "1/lox11/s8x1x.7x3.5o1xx1o.5ox1oo1.4ox2x2.9o1.3xx2x3.2x1o6.1oo1xo5.x1x3o4.ox1o7-o-2/m/cct",
        "b11 c9 d10 b4 b1",
        "i6 c9 b11 c11 e6 a1",
        "",
        "",
    ),
    (
        "1/brink5-x3/s3o1.6.1o4o.2oo3x.2xxoxo2.2x1oox1.2xoxx1.2x1x1.2o2-x-2/m/ctd",
        "g8 g4 a3 b2 e8 a1",
        "f2 g8 g4 h5 a1",
        "Play g8 before White does",
        "g8 joins groups of 5, 4 into one of 10; after f2, White plays there, keeps them "
        "apart and joins g9 to a group of 8, which makes 10. Before this turn, Black's largest "
        "group has 5 stones and White's 8.",
    ),
    (
        "1/brink5-x3/s5.o3x1.1x1xo2.ox2x3.4x4.1o1o1o2.7.5x.5-o-2/m/c8k",
        "f6 g5 h6 g3 a1",
        "g3 f6 f7 d5 g4 a1",
        "",
        "",
    ),
    (
        "1/multiplicity5/sooxox.1oxoxo.1o3oo.oxx2x1x.xx1x5.oo1x2ox.xo1ox1x.4ox.oox1x-o-2/m/ciu",
        "d8 c5 a3 a2 f8",
        "h7 d8 a3 c5 a2 h5 c3",
        "",
        "",
    ),
    (
        "1/multiplicity5/soxxox.ooox1x.1o2o1x.o1o1xxo1.xo1x1xxox.o1oo3x.xo1x1x1.x1oxo1.ooxxo-"
        "x-2/m/cq6",
        "i7 b4 i8 a3 d4 e2 c3",
        "b4 i8 e2 c3 a3 h4 d3 c6",
        "",
        "i7 turns White's factors 2, 1 into 4; b4 gains less. After b4, Red plays i8 at once "
        "and turns Red's factor 2 into 3; in the best line, White later plays there.",
    ),
    (
        "1/multiplicity5/sxoxxx.1o1xxx.ox1xoxo.oo5o.x2o2xox.o1x2o1x.oxx1o1o.oxoxoo.xoxox-o-2/m/cq5",
        "h7 a2 b5 c2 c6 c3 e4 c4 f4 f6 d4 h6",
        "c3 a2 c2 g4 c4 f4 d4 c6 b5 e6 e4 h7 h6",
        "",
        "Later in the best line, White plays c3 and joins groups of 9, 3, worth 27 as factors, "
        "into one of only 13; after c3, White has no such loss. 10 turns later, Red's "
        "product is larger in the best line, 3,360 to 280; after c3, White leads, 924 to 576.",
    ),
    (
        "1/byg5/s5.1ox1x1.4xx1.1o1xoo2.2oox4.xoo1xo1x.7.4o1.x4-o-2/m/c1r",
        "d3 c1 b3 g3",
        "b5 g9 i7 d3 e7 h7 b3 g3 d1",
        "Play d3 before White does",
        "After b5+g9+i7, White plays there and joins c2 and groups of 3, 3 into one of 8.",
    ),
    (
        "1/greylox5/sx4.o1o3.o2x1o1.x3ox2.2oxx1xo1.1o1oox2.x1x4.4x1.5-o-1-lh8/m/c12",
        "g7 f9 e9 d1 d2 i7 h7 d6 c3 d5 b1",
        "g7 e9 e8 g9 f8 i7 i8 e1 f2 g7 g3 c1",
        "",
        "In the best line, no free stone is possible after White's h7, so Black has the first "
        "turn after the opening and plays d6, which threatens to flip d5; after g7+e9, White has "
        "that turn and flips g7.",
    ),
    (
        "1/greylox5/s1x1xo.x1o3.1oo2o1.3xo1x1.3o1x2o.x2x4.oo2x2.1x1oo1.2x2-x-1-li5/m/c9v",
        "i6 a4 b5 e4 d2 d6 h5 b4 c4 a1",
        "h4 h6 g6 a4 b4 f5 e5 g7 a1",
        "h4+h6 costs f5",
        "After h4+h6, Black has the first turn after the opening and flips f5; in the best line, "
        "no free stone is possible after Black's b5, so White has that turn and flips e4.",
    ),
    (
        "1/lox11/sox6xxx.1o6oox.7o1o1.3o3o1xx.1oxx1oxxxox.2o1o2o3.1x4xoo1x.11.5x2o2.6x3x.9oo-x-2"
        "/m/cq7",
        "i11 f1 i4 b1",
        "d6 i5 i8 j7 d1 e1",
        "",
        "",
    ),
    (
        "1/greylox5/s2o2.1x1xo1.x1ooxxo.o1ooxo2.3oo2ox.oxxxxxo1.3x1xx.3o2.xo1ox-x-2/m/c6s",
        "f4 c2 b6 a5 g4",
        "f5 e4 b5 b3 b4 a2 g4 f5 b1",
        "f5 leaves e4 to Black",
        "Flipping f4 keeps e4 from being flipped; after f5, Black flips it at once.",
    ),
    (
        "1/lox11/s2x8.11.3x6o.7x2x.11.5o5.1x5o3.4x4o1.3o7.xoo8.o5x3x-o-2/m/c7p",
        "e11 h8 g9 a1",
        "i3 a11 c11 g6 a11 a1",
        "",
        "e11 keeps a11 from being flipped; after i3, Red flips it at once. As the board "
        "stands then, Blue needs 6 stones or flips to connect after e11 and h8, and 8 after i3 "
        "and a11x.",
    ),
    (
        "1/lox11/sx1xx7.8x2.o10.7xo2.5o2x1x.9oo.x4o1xoo1.5xoo3.4x2x3.xo1ooxo4.x3xo5-x-2/m/cin",
        "b9 b11 b10 j5 b1",
        "d4 b11 g9 d8 b1",
        "",
        "",
    ),
    (
        "1/multiplicity5/sxooxo.xxxxox.o3x1o.1xx1xo1o.xoox1oo1x.xxo1xxox.oo1o2x.o1ooox.oxoxx-o-2"
        "/m/cu9",
        "e8 b3 g4 c3 h5 e7 d4 g7 d3 h7 e6 e5",
        "h5 e8 b3 e5 c3 g4 d3 d4 f3 g7 e7 e6 h7",
        "",
        "",
    ),
    (
        "1/multiplicity5/sooooo.xxox1o.xxo1xox.xxxxo1xo.xooo1ooox.oxxoxxxx.xx1oxxo.oox2o.ooxxo-o-2"
        "/m/cpr",
        "f4 e2 d3 h8 g8 e7",
        "h8 e2 g8 e7 e5 f4",
        "",
        "After h8, Red plays e5, g8, which together divide Red's product by at least 7; in the "
        "best line, Red's turns divide it by at most 3. At the end of the best line, Red's product "
        "is 1,344 and White's 864, and Red wins; after h8, White wins, 3,024 to 612.",
    ),
    (
        "1/greylox5/s1x3.2o3.1ox1oxo.xo2x3.4xo3.1oxo3o.2xxxox.1oo3.2x1x-o-1-li9/m/cv8",
        "h9 d1 d2 f7 d5 f6 g8 c3 a1",
        "i8 e1 d1 e4 d4 d5 d3 c1 a1",
        "",
        "h9 prepares the flip of f7, which follows later in the best line; after i8+e1, it "
        "stays White's.",
    ),
    (
        "1/greylox5/sx1x1x.1o1oo1.o2o2o.1xx1x1x1.1x1oooxxo.1o2o1o1.1xx2x1.3o2.xo1x1-x-2/m/cl1",
        "f8 g7 h8 g9 g7 a1 d1",
        "g7 g9 g6 h8 b1",
        "Play f8 now",
        "After g7, Black plays g9 and controls f8, so White may no longer play there.",
    ),
    (
        "1/greylox5/sx2xo.o1xo1o.1x1x1x1.1oxx1xx1.2xxooxox.ox2o1o1.oxo1o2.oooo2.x1oox-x-2/m/c3o",
        "b5 e3 e4 h4 g3 g5 h4 e2",
        "a3 b5 i6 i5 a4 c6 b1",
        "Play b5 before Black does",
        "After a3, Black plays there and threatens to flip c6.",
    ),
    (
        "1/lox11/s4xo1x2x.x3x3oo1.4o2oxxx.7x3.x1o3x3x.1x6x1x.o1o3o1o2.1x4x1xo1.3o1oo1o1o.o2o2ooxx1."
        "7o2x-x-2/m/cj2",
        "k8 j9 k9 k7 c9 d1 a1",
        "d8 k8 b11 b10 c9 d1 a1",
        "Play k8 before Blue does",
        "k8 threatens to flip j8; after d8, Blue plays there and threatens to flip i10. Later "
        "in the best line, Red flips k9; after d8, it stays Blue's.",
    ),
    (
        "1/multiplicity5/sxxx2.1o1o1o.xxo2xx.o7.ooxx1o1ox.x2o1xoo.xxo3o.oxo1xx.oox1o-x-2/m/c5g",
        "f7 h4 a2 g7 e1 d1",
        "d4 h4 h9 g8 d6 g4 d1",
        "",
        "",
    ),
    (
        "1/byg5/s5.2xo1x.2ox1xx.1xxoxox1.4o1o2.3oo3.1o3o1.2o3.4x-x-2/m/c0f",
        "b2 a3 a5 d8 a1 c1",
        "h9 c5 c7 b2 e3 g8 a2 b1",
        "",
        "",
    ),
    (
        "1/greylox5/s1o3.2xxo1.1o5.1oxxooxo.1x1x1o2o.2x1xoxx.1ooxo2.2ox1o.ox1xo-x-2/m/c3v",
        "h7 e5 g6 b6 e6 a1",
        "d3 e5 f3 f6 f4 h5 c7 i6 a1",
        "",
        "",
    ),
    (
        "1/greylox5/s1xoo1.ooooxo.1oooxxo.ooxx1xo1.oo1xx1xoo.1xxx2x1.1xxxxoo.ox2xo.2oxx-o-2/m/cr9",
        "i6 e4 h6 c5 f9 f5 c7 f6 h4 g6 b6 f8",
        "c7 g6 a1 g9 b1 f8 e1 h7 e2 i8 a3 i7 f3",
        "",
        "",
    ),
]


@pytest.mark.parametrize(("link", "better", "played", "title", "text"), CARDS)
def test_card_tells_what_differs_between_the_lines(link, better, played, title, text):
    explanation = explain(read_row({"link": link, "better": better, "played": played}))
    assert (explanation.title, explanation.titled) == (title, text)


def test_only_the_card_leaves_out_what_its_title_says():
    link, better, played, title, text = CARDS[2]
    explanation = explain(read_row({"link": link, "better": better, "played": played}))
    assert (title, text[:22]) == ("Flip i6 now", "After h8, Black flips ")
    assert explanation.text == f"White should flip i6 now: a{text[1:]}"


@pytest.mark.parametrize("name", GAMES)
def test_facts_of_recorded_lines_are_true(name):
    for comparison in recorded(name):
        for fact in all_facts(comparison):
            check_fact(comparison, fact)
        for fact in all_facts(comparison._replace(played=())):
            check_fact(comparison._replace(played=()), fact)
        explanation = explain(comparison)
        for fact in explanation.facts[:1]:
            check_title(comparison, explanation.title, fact)


@pytest.mark.parametrize("name", GAMES)
def test_half_of_the_costly_turns_have_a_fact(name):
    costly = [
        bool(explain(read_row(row)).facts) for row in all_rows(name) if row["loss"] >= COSTLY_LOSS
    ]
    assert sum(costly) >= len(costly) / 2


@pytest.mark.parametrize("name", GAMES)
def test_facts_of_random_lines_are_true(name):
    for comparison in random_comparisons(name):
        for played in (comparison.played, ()):
            for fact in all_facts(one := comparison._replace(played=played)):
                check_fact(one, fact)


def test_every_sentence_has_a_checker():
    others = ("there-", "title-", "flipping", "more", "use-", "reply-", "join-", "titled-")
    texts = {key for key in EXPLANATION_WORDS if not key.startswith(others)}
    assert texts == set(CLAIMS)


@pytest.mark.parametrize("name", GAMES)
def test_line_beside_itself_has_no_fact(name):
    for comparison in recorded(name):
        for line in (comparison.better, comparison.played):
            assert not explain(comparison._replace(better=line, played=line)).facts


@pytest.mark.parametrize("name", GAMES)
def test_two_facts_at_most_speak_of_different_cells(name):
    for comparison in recorded(name):
        facts = explain(comparison).facts
        assert len(facts) <= 2
        assert len(facts) < 2 or not facts[0].cells & facts[1].cells or facts[1].key == "forecast"


def mirrored(comparison, symmetry, *, exchanges_colours):
    """Return a comparison on the mirrored board, with exchanged colours."""
    state, last = comparison.state, comparison.game.board.end_action
    first, second = (transform_mask(stones, symmetry) for stones in state.stones)
    new_state = state._replace(
        stones=(second, first) if exchanges_colours else (first, second),
        mover=1 - state.mover if exchanges_colours else state.mover,
        placed=transform_mask(state.placed, symmetry),
        anchor=symmetry.get(state.anchor, -1),
    )
    lines = [
        tuple(symmetry[action] if action < last else action for action in line)
        for line in (comparison.better, comparison.played)
    ]
    return Comparison(comparison.game, new_state, *lines)


@pytest.mark.parametrize("name", GAMES)
def test_mirrored_board_and_exchanged_colours_mirror_the_facts(name):
    game = new_game(name)
    symmetries = game.board.symmetries
    for number, comparison in enumerate(recorded(name)):
        symmetry = symmetries[number % len(symmetries)]
        exchanges = number % 2 == 1
        if any(game.edges):  # a mirror in the diagonal exchanges the edges
            edge, target = game.edges[0][0], game.edges[1 if exchanges else 0]
            symmetry = next(s for s in symmetries if transform_mask(edge, s) in target)
        image = mirrored(comparison, symmetry, exchanges_colours=exchanges)
        expected = [(f.key, transform_mask(f.cells, symmetry)) for f in all_facts(comparison)]
        assert sorted((f.key, f.cells) for f in all_facts(image)) == sorted(expected)


def test_long_list_of_cells_is_shortened():
    game = new_game("byg")
    state, line = game.start(), (game.board.parse_cell("e5"),)
    cells = [*bits(game.board.cells)]
    held = [0] * game.board.end_action
    for cell in cells[:7]:
        held[cell] = 10
    forecasts = (Forecast(10, (tuple(held), tuple(held))), Forecast(10, ((0,) * len(held),) * 2))
    fact = all_facts(Comparison(game, state, line, (cells[0],), forecasts))[-1]
    assert fact.text == (
        "In games played on, a1, b1, c1, 4 more end up White's 100% of the time after e5, "
        "but 0% after a1."
    )
    assert fact.cells == sum(1 << cell for cell in cells[:7])


@pytest.mark.parametrize("name", GAMES)
def test_hint_does_not_name_its_cell(name):
    for comparison in recorded(name):
        game, state = comparison.game, comparison.state
        for action in bits(game.legal(state) & game.board.cells):
            text = hint_fact(game, state, action)
            assert not any(character.isdigit() for character in text)
