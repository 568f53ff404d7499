"""One walk through the built site in Chromium, Firefox and WebKit, with a report.

    python3 build.py browsers                   all three
    python3 build.py browsers firefox           one
    python3 build.py browsers --pictures DIR    all three, with a screenshot after each step

``wire`` -> ``programs`` -> ``page`` -> ``walk`` -> ``report``.  All three are driven by
the commands of WebDriver: Chromium and WebKit have programs that take them over HTTP, Firefox takes
them itself (Marionette).  Only the standard library is needed.
"""
