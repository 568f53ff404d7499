"""The plan of a study, and its form in an address."""

from contextlib import suppress
from random import Random

import pytest

from greylox_web.measure.plan import (
    MAX_ALL_GAMES,
    MAX_GAMES,
    MAX_VARIANTS,
    Plan,
    make_plan,
    read_plan,
    write_plan,
)
from greylox_web.rules import GAMES, NotationError, new_game
from greylox_web.rules.notation.links import read_spec

NETWORKS = {name: f"{index:08x}" for index, name in enumerate(GAMES)}


def brink(*values):
    return [new_game("brink", 5, {"x": x}) for x in values]


def test_address_is_short_and_leaves_out_what_is_usual():
    plan = make_plan(brink(3), networks=NETWORKS)
    assert write_plan(plan) == "brink5-x3"
    assert plan.studies[0].network == NETWORKS["brink"]
    plan = make_plan(
        brink(5, 4),
        ["1/brink5-x5/me5e6/n1/c00"],
        strengths=[128, 32, 32],
        count=1000,
        ladder=[(32, 8)],
        drawn=0,
        seed=7,
        networks=NETWORKS,
    )
    assert write_plan(plan) == "brink5-x5.brink5-x4/v32.128/n1000/d0/r7/l32-8/me5"
    assert [study.starts for study in plan.studies] == [
        ["1/brink5-x5/me5/cqc"],
        ["1/brink5-x4/me5/cns"],
    ]
    assert plan.all_games == 5000


def test_every_plan_is_read_back():
    random = Random(5)
    for _ in range(60):
        name = random.choice(list(GAMES))
        game = new_game(name)
        starts = [f"1/{name}{game.size}/m/c", f"1/{name}{game.size}/mc3/c"][: random.randrange(3)]
        plan = make_plan(
            [game, new_game(name, game.size + 1)][: random.randint(1, 2)],
            starts if name == "brink" else [],
            strengths=random.sample([1, 8, 32, 500], random.randint(1, 2)),
            count=random.randint(1, 900),
            ladder=random.sample([(32, 8), (128, 32), (2, 1)], random.randrange(3)),
            drawn=random.randrange(9),
            seed=random.randrange(2**53),
            networks=NETWORKS,
        )
        text = write_plan(plan)
        assert read_plan(text, NETWORKS) == plan and set(text) <= set(
            "abcdefghijklmnopqrstuvwxyz0123456789./-"
        )


@pytest.mark.parametrize(
    "text",
    [
        *("", "/", "brink", "brink5-x3/", "brink99-x3", "chess8", "brink5-x3/v0", "brink5-x3/v032"),
        *("brink5-x3/n0", f"brink5-x3/n{MAX_GAMES + 1}", "brink5-x3/v1.2.3.4.5.6.7.8"),
        *(
            "brink5-x3/l8-32",
            "brink5-x3/l8-8",
            "brink5-x3/l5-4.4-3.3-2.2-1.6-5",
            "brink5-x3/v99999",
        ),
        *(
            "brink5-x3/r99999999999999999",
            "brink5-x3/d101",
            "lox5/mc3/n3",
            "x" * 9000,
            "brink5-x3\n",
        ),
        ".".join(f"brink5-x{x}" for x in range(1, MAX_VARIANTS + 2)),
        f"brink5-x3.brink5-x4.brink5-x5/n{MAX_ALL_GAMES // 3 + 1}",
        "brink5-x3." * 800 + "brink5-x3",
    ],
)
def test_other_addresses_are_refused_with_a_sentence(text):
    with pytest.raises(NotationError) as refused:
        read_plan(text, NETWORKS)
    assert 10 < len(str(refused.value)) < 200


def test_noise_never_raises_anything_else():
    random = Random(3)
    whole = "brink5-x5.brink5-x4/v32.128/n1000/d0/r7/l32-8/me5"
    for _ in range(300):
        text = list(whole)
        for _ in range(random.randint(1, 4)):
            text[random.randrange(len(text))] = random.choice("0159bmx/.-v")
        with suppress(NotationError):
            assert isinstance(read_plan("".join(text), NETWORKS), Plan)


def test_a_start_must_be_possible_in_every_variant():
    with pytest.raises(NotationError, match="cannot be read"):
        make_plan(
            [read_spec("brink6-x3"), read_spec("brink4-x3")], ["1/brink6-x3/mk11/c"], networks={}
        )
