"""One walk through the built site in Chromium, Firefox and WebKit, with a report.

    python3 build.py smoke                   all three
    python3 build.py smoke firefox           one
    python3 build.py smoke --screenshots DIR    all three, with a screenshot after each step

``wire`` -> ``devtools`` -> ``programs`` -> ``page`` -> ``walk`` -> ``report``.  All three are
driven by the commands of WebDriver: WebKit has a program that takes them over HTTP, Firefox takes
them itself (Marionette), and Chromium, the one of the tests, takes what they mean in the protocol
of its developer tools.  Only the standard library is needed.
"""
