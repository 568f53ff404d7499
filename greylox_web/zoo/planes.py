"""The names of the planes of an observation."""

PLANES = (
    "board",
    "own",
    "other",
    "placed",
    "anchor",
    "own_control",
    "other_control",
    "own_edges",
    "other_edges",
    "flip",
    "first",
    "to_move",
    "opening",
    "quota_1",
    "quota_2",
    "quota_3",
)
"""What each plane of an observation shows, in its order."""
