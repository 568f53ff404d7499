"""What a person has achieved: a list of facts that only grows, and what is computed from it.

``facts``    one thing that happened, at a moment, under an id of its own; many of them, put
             together by their ids; both as text
``lessons``  which steps of a course are done
``puzzles``  which puzzles were tried and solved, days in a row, which come again, how strong
``glicko``   strength and its doubt out of results

Nothing else is kept: no total, no rating.  Two tabs, two devices or a file and this browser have
facts in common and facts of their own; together they have all of them, in whatever order they
meet.  A new kind of fact needs an entry in ``facts.KINDS``, a function that makes one, and a
module that computes from them; a kind that only a newer version knows is carried along.
"""
