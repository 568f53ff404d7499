"""Benchmarks: ``python3 build.py bench NAME`` builds the site and runs ``NAME.py`` here."""
