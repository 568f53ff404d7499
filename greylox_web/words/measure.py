"""The sentences of measuring a variant: the engine plays it against itself."""

from ..translation import PluralString, translated

MEASURE_WORDS = {
    # what an address or a form asks for
    "plan-unreadable": "This address describes no study: {text}",
    "plan-variants": "A study compares up to {most} variants.",
    "plan-strengths": "A study has up to {most} strengths.",
    "plan-ladder": "A skill ladder has up to {most} steps; each compares two different strengths.",
    "plan-range": "{what}: from {least} to {most}",
    "plan-games": "A study has up to {most} games in all.",
    "games": "Games",
    "visits": "Positions looked at",
    "drawn": "First actions drawn by lot",
    "seed": "Seed",
    "start-unreadable": "This position cannot be read: {error}",
    "start-other": "A start is of {other}, not {game}.",
    "start-over": "A start is of a game that is over.",
    # files and stored games
    "no-file": "This is no file of a study.",
    "no-games": "This file of a study has no games yet.",
    "file-read": PluralString("One game read.", "{games} games read.", count_field="games"),
    "file-damaged": PluralString(
        "One damaged line, passed over.", "{lines} damaged lines, passed over.", count_field="lines"
    ),
    "file-doubled": PluralString(
        "One game was there already and counts once.",
        "{games} games were there already and count once.",
        count_field="games",
    ),
    "file-other-study": "This file holds another study: its board, options, starts, seed or network differ.",
    "other-engine": "Its games were played by engine {theirs}, which differs from {ours} here, so no games can be added. Begin the study anew.",
    "other-network": "Its games were played with another network of {Game} than the one here, so no games can be added. Begin the study anew.",
    "not-stored": "The games are not stored and last only until you leave this page. {why}",
    # playing
    "workers-lost": "The workers that play the games were lost several times: {why}",
} | translated("MEASURE_WORDS")
