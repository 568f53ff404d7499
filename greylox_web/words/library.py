"""The sentences of the library: the list of games, its database, its files."""

LIBRARY_WORDS = {
    # what is wrong with an entry
    "no-entry": "This is not the record of a game.",
    "no-game": "The game in it cannot be read.",
    "other-game": "The game in it is not the one that its entry names.",
    "newer-entry": "A newer version of this program made it; update, then it opens.",
    # notices
    "joined": "This goes on with {title}: both are in one tree now.",
    "two-tabs": "This game is open in another tab too; the moves of both tabs are kept.",
    "denied": "This browser keeps no games for this page; the address still carries this one.",
    "full": "The browser has no room left for games: the last change was not saved. "
    "Delete or export games under My games.",
    "newer-database": "A newer version of this program keeps the games now: reload the page.",
    "blocked": "Another tab runs an older version of this program: close it, then games are saved.",
    "failed": "The browser could not save the game; the address still carries it.",
    "set-aside": "A stored game is damaged. It was set aside: see My games, where you can "
    "download it.",
    "newer-on-table": "A newer version of this program changed this game; "
    "it goes on here as a copy.",
    "not-yet": "Your games are still being looked for; try again in a moment.",
    "gone": "This game is no longer there.",
    # the offer to go on with a stored game
    "offer-ahead": "This goes on with {title}, which you have, after action {common}; "
    "{colour} to move.",
    "offer-differs": "Up to action {common} this is {title}, which you have; then it goes another way.",
    "offer-behind": "All of this is in {title}, which you have.",
    "offer-accept": "Put both together",
    "offer-refuse": "Keep apart",
    # the dialog
    "my-games": "My games",
    "close": "Close",
    "search": "Search",
    "search-hint": "Game, name, opponent, result or date",
    "empty": "No games yet: every game is kept here from its first stone on.",
    "nothing-found": "No game has all these words.",
    "shown": "{shown} of {all} games",
    "more": "Show more",
    "open": "Open",
    "rename": "Rename",
    "duplicate": "Duplicate",
    "delete": "Delete",
    "download": "Download",
    "save": "Save",
    "cancel": "Cancel",
    "name": "Name",
    "opponent": "Opponent",
    "button-for": "{what}: {title}",
    "going-on": "Going on after action {actions}",
    "turn": "{turn} · after action {actions}",
    "actions-for": "What to do with {title}",
    "export": "Save as a file",
    "copy-of": "{title} (copy)",
    "deleted-one": "{title} was deleted.",
    "deleted-many": "{title} and others were deleted: {count} games.",
    "undo": "Undo",
    "restored": "{title} is back.",
    "export-all": "Export all",
    "import": "Import",
    "exported": "Games written to one file: {count}.",
    "imported": "{new} new, {joined} joined with yours, {same} already here, {bad} unreadable.",
    "not-imported": "No game in this file could be read. {reason}",
    "damaged": "Damaged games",
    "damaged-hint": "These could not be read and were set aside. Nothing else is affected.",
    "newer": "Made by a newer version",
    "not-persistent": "This browser may delete games that are not opened for some weeks: "
    "export them now and then.",
}
