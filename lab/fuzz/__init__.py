"""Fuzzing of every input of the program: each text must be read or properly refused, quickly.

    nice python3 -m lab.fuzz --inputs 1000000 --resume lab/runs/fuzz.json

``samples`` writes valid texts, ``mutate`` damages them, ``entry_points`` reads them.  An entry
point accepts text from outside: links, records, files, the browser's storage, messages between
page and worker or between tabs, commands of other programs.  A fault is an undocumented exception,
a value that differs when it is written and read again, or more than half a second of computing.

Each input depends only on the seed and its number, so ``--show NUMBER`` prints it again.  With
``--resume`` the same command continues where it stopped; ``--write`` puts the figures into
``lab/soundness.md``.
"""
