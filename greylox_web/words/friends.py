"""The sentences of a game with a friend by link: taking the seat, and sending the answer."""

from ..translation import translated

FRIEND_WORDS = {
    # what is said once on the table
    "you-are": "You are {Colour}.",
    "played": "You are {Colour}. {Name} played {actions}.",
    # answers in advance, when their turn has come
    "answered": "{Name} answered in advance",
    "at-once": "{Name} gave this answer in advance, so it came at once.",
    "your-answer": "Your answer in advance",
    "answer-played": "Your answer in advance was played: {answers}.",
    # the dialog that sends
    "send-to": "Send to {name}",
    "a-friend": "your friend",
    "opens": "The link opens the game with {Colour} to move. Your friend answers with another link.",
    "opens-over": "The link shows the finished game.",
    "name": "Your friend's name",
    "name-note": "Stays on this device; links do not contain it.",
    "camera": "Or scan it with a camera",
    # answers in advance
    "answers": "Answers in advance",
    "answers-note": "If your friend plays the turn you expect, your answer is played at once. The link holds the answers, and whoever looks into it closely can read them. After a change, send the link again.",
    "answer-after": "After",
    "answer-now": "the position shown",
    "answer-turn": "If your friend plays",
    "answer-reply": "I answer",
    "add-answer": "Add",
    "on-board": "Play it on the board",
    "remove-answer": "Remove: {answer}",
    "expected": "{Name}: the turn you expect",
    "play-expected": "Play it on the board.",
    "reply": "Your answer",
    "play-reply": "Play your answer to {turn}.",
    "take-back": "Take back",
    "leave-answer": "Cancel",
    "if": "if {turn}, then {reply}",
    "and-if": "and if {turn}, then {reply}",
    "answer-whole": "That is no answer: your friend's whole turn is needed, and then your whole reply.",
    "answer-other": "You already answer this turn in another way. Remove that answer first.",
    "answers-most": "A link holds at most eight answers. Remove one first.",
} | translated("FRIEND_WORDS")
