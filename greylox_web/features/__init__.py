"""Features: each folder has the code for one part of the page.

``panel``, and other files that use the browser, have a ``page.feature.Feature``: it handles
events, renders its elements, and handles its buttons and addresses.  The other files are pure:
``model`` has the activity and the events of a feature, ``view`` computes what the page shows of a
session.  ``browser/registry.py`` names the features and defines when each is imported.  The
sentences are in ``words``, the styles in ``assets``.
"""
