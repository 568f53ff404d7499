"""What the courses of all games have in common; each has a table of its own beside this one."""

from ..translation import translated

LESSONS_WORDS = {
    "eyebrow": "{game} · lesson {number} of {count}",
    "row": "{done} of {count} lessons done; this is number {number}.",
    "back": "Back",
    "next": "Next",
    # the page of lessons
    "learn": "Learn",
    "about": "Each game in a few steps on small boards. You make the moves, and see at once whether they are right.",
    "no-such": "There is no such lesson. These are all the courses.",
    "by-game": "By game",
    "count": "{done} of {count} lessons done",
    "start": "Start",
    "go-on": "Go on",
    "again": "Once more",
    "of-game": "{game}: {what}",
    "all": "All {count} lessons",
    "count-short": "{done} of {count}",
    "next-title": "Next: {title}",
    "finished": "Done",
    "rules": "Rules in six pictures",
    "maps": "Opening maps",
    "maps-about": "How good each first stone is. Choose a game.",
    "studies": "Studies",
    "studies-about": "Which board, which X and which swap make a game even? Answers from thousands of games of the engine.",
    "studies-open": "Read the studies (in English)",
    "done": "done",
    # the map of first stones
    "map": "Opening map",
    "map-about": "Each number is {Colour}'s chance of winning, in per cent, after a first stone there, as our engine sees it. The lighter the tile, the better the stone.",
    "map-cell": "{cell} ({percent}%)",
    "map-best": "Best: {best}, each with its mirror cells. Worst: {worst}.",
    "map-swap": "These are the chances without a swap. With it, {Second} takes over a stone that is too good: {First} does well to begin where the number is close to 50.",
    # at the end of a course's small game
    "course-on": "{game}: {done} of {count} lessons done.",
    "course-done": "You have finished the {game} course.",
    "all-courses": "All courses",
    "what-next": "What next?",
    "to-play": "Play {Name} ({board})",
    "to-puzzles": "Puzzles of {game}",
    "to-map": "Opening map of {game}",
    "to-course": "Course of {game}",
    "next-lesson": "Next lesson",
} | translated("LESSONS_WORDS")
