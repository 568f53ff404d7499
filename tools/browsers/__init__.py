"""A smoke test of the built site in Chromium, Firefox and WebKit, with a report.

    python3 build.py smoke                   all three
    python3 build.py smoke firefox           one
    python3 build.py smoke --screenshots DIR    all three, with a screenshot after each step

``webdriver`` -> ``devtools`` -> ``programs`` -> ``page`` -> ``smoke_test`` -> ``report``.  The
commands of WebDriver drive all three: a program for WebKit accepts them over HTTP, Firefox accepts
them directly (Marionette), and ``devtools`` translates them for Chromium, the browser of the tests,
into the protocol of its developer tools.  Only the standard library is needed.
"""
