"""Hostile texts at every door of the program: read, or refused in its own way, never slowly.

    nice python3 -m lab.fuzz --inputs 1000000 --resume lab/runs/fuzz.json

``samples`` writes sound texts, ``mutate`` damages them, ``doors`` reads them.  A door is a place
where text from outside comes in: links, records, files, what the browser stores, notes between
page and worker, words of other tabs, commands of other programs.  A fault is an exception that is
not the door's own, something read that is not the same when it is written and read again, or more
than half a second.

Each input follows from the seed and its own number alone, so ``--show NUMBER`` prints it again.
With ``--resume`` the same command goes on where it stopped; ``--write`` puts the figures into
``lab/soundness.md``.
"""
