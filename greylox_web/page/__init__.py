"""What every part of the page uses in the browser.

``dom`` (elements) -> ``faults`` -> ``lifetime`` (listeners, timers and tasks, which end with the
page) -> ``local_storage`` and ``database`` (stored data), ``tabs`` (messages between tabs) ->
``visit`` (the matches since the page was opened) -> ``feature`` -> ``store`` (the session, its
``dispatch`` and the features) -> ``dialogs`` and ``bottom_sheet`` (elements above the page), and
``sheet_history`` (Back closes them).
"""
