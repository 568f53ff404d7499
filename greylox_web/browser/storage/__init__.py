"""What the browser stores: my games and progress in IndexedDB; the table, clocks and preferences.

``database``, ``moving``  IndexedDB, and the contents of the database of earlier versions
``store``                 my games in it: reading, changing, import and export
``autosave``              writes the matches of the visit, in step with the other ``tabs``
``continuing``            which stored match the one on the table continues
``late``                  what older tabs still write
``progress``              the player's progress
``resumable``             games to continue
``memory``                what fits into the browser's simple storage
"""
