"""The player's progress: an append-only set of facts, and what is computed from it.

``facts``    facts, each with a time and an id; sets of them, merged by id; both as text
``lessons``  which steps of a course are done
``puzzles``  which puzzles were tried and solved, which come again, streaks, the rating
``glicko``   a rating and its deviation from results

Nothing else is stored, neither totals nor ratings.  So the facts of two tabs, two devices, or a
file and this browser are merged as a union of sets, in any order.  A new kind of fact needs an
entry in ``facts.KINDS``, a function that makes such facts, and one that computes from them.  Facts
of a kind that only a newer version knows are kept.
"""
