"""What every part of the page uses in the browser.

``dom`` (elements) -> ``faults`` -> ``lifetime`` (listeners, timers and tasks, which end with the
page) -> ``memory`` and ``database`` (what is stored), ``tabs`` (messages between tabs) -> ``visit``
(the matches since the page was opened) -> ``feature`` -> ``table`` (the session, its ``dispatch``
and the features) ->
``dialogs`` and ``sheet`` (what lies over the page).
"""
