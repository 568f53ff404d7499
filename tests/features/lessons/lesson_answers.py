"""The reply to each first answer in the steps of a course: key of the sentence -> actions."""

ANSWERS = {
    "greylox": {
        "see": {
            "empty": "a1 c1 a2 b2 c2 d2 c3 d3 b4 c4 d4 d5 e5",
            "aside": "b1 e4",
            "hidden": "a3",
            "on": "b3 e3 c5",
        },
        "control": {
            "wrong": "b1 a2 d2 b4 d5",
            "done": "c1 c2 c4 c5",
            "between": "b2 e3 d4",
            "behind": "a3",
            "on": "c3",
        },
        "edge": {
            "on": "a1",
            "between": "b1",
            "done": "a2 b2 a3 c3 d4 e5",
            "wrong": "c2 d2 b3 d3 b4 c4 e4 c5 d5",
        },
        "flip": {
            "wrong": "a1 b1 a2 c2 d2 a3 d3 b4 e4 c5 d5 e5",
            "done": "c3",
        },
        "block": {
            "wrong": "b1 a2 d2 b4 e4 d5",
            "done": "b2 c2 d3 c4",
            "open": "b3 d4",
        },
        "opening": {
            "on": "c3 d3 c4 e4 d5 e5",
        },
        "largest": {
            "lost": "c1",
            "done": "c3",
        },
        "cascade": {
            "lost": "a2 e3",
            "done": "d4",
        },
    },
    "lox": {
        "join": {
            "wrong": "a1 b1 e1 a2 d2 e2 b3 e3 a4 b4 d4 e4 a5 b5 d5 e5",
            "done": "c3",
        },
        "control": {
            "wrong": "a1 b1 d1 a2 b2 e2 a4 d4 b5 d5 e5",
            "between": "c2 d2 b4",
            "done": "b3 d3 e3 c4 c5",
            "on": "c3",
        },
        "cut": {
            "lost": "a1 b1 d1 a2 b2 c2 d2 e2 a4 b4 c4 d4 e4 b5 d5 e5",
            "done": "c3",
        },
        "gaps": {
            "lost": "a1 b1 d1 e1 a2 d2 e2 a3 c3 d3 e3 a4 b4 c4 e4 b5 c5 d5 e5",
            "next": "c2",
        },
        "survive": {
            "wrong": "b2 c2 a3 b3 c3 d4 e4 c5 d5 e5",
            "done": "d2",
            "broken": "e2",
        },
        "swap": {
            "wrong": "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3 d3 e3 a4 b4 c4 d4 e4 a5 b5 c5 d5 e5",
            "done": "swap",
        },
    },
    "brink": {
        "largest": {
            "done": "a1 b1 b2 c3",
            "empty": "c1 a2 d2 b3 b4 c4 e4 d5",
            "other": "c2 d3 e3 d4 e5",
            "small": "a3 c5",
        },
        "smaller": {
            "done": "a1",
            "lost": "d5 e5",
        },
        "gap": {
            "done": "b1",
            "lost": "a2 b4",
        },
        "tie": {
            "done": "a3",
            "lost": "c4 d4",
        },
        "trap": {
            "done": "a1",
            "lost": "a2 a3 e3",
        },
    },
    "multiplicity": {
        "product": {
            "done": "c1 a2 b2 c2 c4 d4 e4",
            "alone": "a3 b3 d3",
        },
        "pairs": {
            "large": "c1 c2 b3 c3",
            "alone": "d2 d3 c4",
            "done": "e4 d5",
        },
        "apart": {
            "done": "b1 c2 a3 b3 d3 c4 d5",
            "alone": "c1",
            "joined": "c3",
        },
        "opening": {
            "on": "c3 d3 c4 e4 d5 e5",
        },
        "last": {
            "done": "a2",
            "lost": "d2 c3",
        },
    },
    "byg": {
        "second": {
            "near": "b1 a2 b2",
            "done": "c1 c2 d2 a3 b3 d3 e3 b4 c4 d4 e4 c5 d5",
        },
        "two": {
            "next": "b1 a2 b2 d4 e4 d5",
            "alone": "c1 c2 d2 a3 b3 d3 b4 c4",
        },
        "more": {
            "near": "b1 a2 b2 d4 e4 d5",
            "next": "c1 c2 d2 a3 b3 d3 b4 c4",
        },
        "join": {
            "near": "b1 a2 e4 d5",
            "two": "c2 b3 d4",
            "done": "c3",
        },
        "end": {
            "first": "b1 a2 b3 c4 d4 e4 c5",
            "next": "c2 c3",
        },
        "last": {
            "lost": "a1",
            "done": "a2",
        },
    },
}
