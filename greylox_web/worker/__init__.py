"""The page's web worker: ``entry`` is what the page calls, ``protocol`` answers it."""
