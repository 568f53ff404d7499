"""Opening books: openings are even after a search, distinct, and played by a match."""

from itertools import combinations, islice

import pytest

from greylox_web.engine import search as puct
from greylox_web.rules import GAMES, NotationError, default_game, new_game
from greylox_web.rules.board import bits
from greylox_web.rules.notation.links import read_link, read_spec
from greylox_web.rules.play import replay
from lab import book as lab_book
from lab import match as lab_match
from lab.book import SEARCH_STAGES, canonical_image, even_openings, even_value
from lab.networks import load_evaluator
from lab.openings import book_openings

BOOKS = sorted(lab_book.BOOK_DIR.iterdir())


def is_symmetric_to(game, one, other):
    """Return whether two positions are symmetric, cell by cell: a slow reference."""
    return any(
        all({symmetry[c] for c in bits(a)} == set(bits(b)) for a, b in zip(one, other, strict=True))
        for symmetry in game.board.symmetries
    )


def test_openings_are_even_after_a_search_and_come_again():
    game = new_game("byg", 4)
    evaluator = load_evaluator(game)
    openings = list(islice(even_openings(game, 4, "1", evaluator), 3))
    assert openings == list(islice(even_openings(game, 4, "1", evaluator), 3))
    for actions, value in openings:
        search = puct.PuctSearch(
            game, replay(game, actions)[-1], evaluator, puct.default_params(game)
        )
        for visits, limit in SEARCH_STAGES:
            while search.root.visits < visits:
                search.step(visits - search.root.visits)
            assert abs(search.root.value_first) <= limit
        assert search.root.value_first == value


def test_book_command_unknown_board_reports_error(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["lab.book", "byg99"])
    with pytest.raises(SystemExit):
        lab_book.main()
    assert "lab.book: error: " in capsys.readouterr().err
    monkeypatch.setattr("sys.argv", ["lab.book", "byg4", "--openings", "1"])
    lab_book.main()
    assert capsys.readouterr().out.startswith("1/byg4/m")
    monkeypatch.setattr(lab_book, "MAX_FAILURES", 20)
    monkeypatch.setattr("sys.argv", ["lab.book", "byg3", "--openings", "9", "--opening-turns", "1"])
    with pytest.raises(SystemExit, match=r"only \d even openings"):
        lab_book.main()


def test_decided_opening_is_not_even():
    game = new_game("brink", 2, allow_small=True)
    assert even_value(game, game.start(), load_evaluator(game)) is None


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_book_openings_match_board_and_differ(path):
    game = new_game(path.stem) if path.stem in GAMES else read_spec(path.stem)
    assert lab_book.book_path(game) == path
    openings = [read_link(line.split()[0]).record for line in path.read_text().splitlines()]
    assert len(openings) == (100 if path.stem in GAMES or game == default_game(game.name) else 20)
    states = [replay(game, record.actions)[-1] for record in openings]
    assert all(record.game == game for record in openings)
    stones = [state.stones for state in states]
    few = [s for s in stones if s[0].bit_count() == stones[0][0].bit_count()][:30]
    assert not any(is_symmetric_to(game, a, b) for a, b in combinations(few, 2))
    assert len({canonical_image(game, state) for state in states}) == len(openings)


def test_a_match_plays_the_openings_of_a_book(tmp_path, monkeypatch, capsys):
    game, path = new_game("brink", 3), tmp_path / "book.txt"
    path.write_text("1/brink3-x3/ma1f1/cko +0.10\n")
    actions = list(read_link("1/brink3-x3/ma1f1/cko").record.actions)
    assert book_openings(game, path, 1)(0) == actions != []
    with pytest.raises(NotationError, match="line 1 is no opening"):
        book_openings(new_game("brink"), path, 1)
    words = ["lab.match", "brink", "random", "random", "--size", "3", "--book", str(path)]
    monkeypatch.setattr("sys.argv", [*words, "--games", "2"])
    lab_match.main()
    assert "of 2" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", [*words, "--games", "3"])
    with pytest.raises(SystemExit):
        lab_match.main()
    assert "only 1 opening" in capsys.readouterr().err
    monkeypatch.setattr("sys.argv", [*words[:-1], str(tmp_path / "other.txt")])
    with pytest.raises(SystemExit):
        lab_match.main()
    assert "there is no book" in capsys.readouterr().err
