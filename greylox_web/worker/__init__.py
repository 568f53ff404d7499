"""The page's web worker: ``entry`` is its script, ``protocol`` answers the page."""
