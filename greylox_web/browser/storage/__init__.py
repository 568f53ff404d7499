"""What the browser stores: my games and progress in IndexedDB; the table, clocks and preferences.

``database``, ``moving``  IndexedDB, and the contents of the database of earlier versions
``store``                 my games in it: reading, changing, import and export
``autosave``              saving the game on the table; it puts these together:
``place``                 which stored game belongs to a game that is or was on the table
``stored_table``          the table as saving sees it: its place, and what is not saved yet
``writing``, ``saver``    when and how it is written, in step with the other ``tabs``
``finding``               which stored game a game on the table continues
``early``, ``late``       what was played before saving starts; what older tabs still write
``progress``              the player's progress
``left``                  games to continue
``memory``                what fits into the browser's simple storage
"""
