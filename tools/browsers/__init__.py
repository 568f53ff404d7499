"""One walk through the built site in Chromium, Firefox and WebKit, with a report.

    python3 build.py browsers                   all three
    python3 build.py browsers firefox           one
    python3 build.py browsers --pictures DIR    all three, with a screenshot after each step

``wire`` -> ``devtools`` -> ``programs`` -> ``page`` -> ``walk`` -> ``report``.  All three are
driven by the commands of WebDriver: WebKit has a program that takes them over HTTP, Firefox takes
them itself (Marionette), and Chromium, the one of the tests, takes what they mean in the protocol
of its developer tools.  Only the standard library is needed.
"""
