"""Features: each folder has what belongs to one, loaded with its first use.

``panel`` (and files that only it imports) builds and paints elements of the page; the other files
are pure.  ``browser/registry.py`` says when a feature is imported.  Their sentences are still in
``words``, their styles in ``assets``.
"""
