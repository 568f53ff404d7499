"""Features: each folder has what belongs to one part of the page.

``panel``, and other files that know the browser, have a ``page.feature.Feature``: it hears of
events, paints its elements, and answers to its buttons and addresses.  The other files are pure:
``model`` has the activity and the events of a feature, ``view`` what is shown of a session.  Their
names are in ``browser/registry.py``, which says when each is imported.  The sentences are still in
``words``, the styles in ``assets``.
"""
