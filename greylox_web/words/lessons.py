"""What the courses of all games have in common; each has a table of its own beside this one."""

LESSONS_WORDS = {
    "eyebrow": "{game} · lesson {number} of {count}",
    "row": "{done} of {count} lessons done; this is number {number}.",
    "back": "Back",
    "next": "Next",
}
