"""Installing the page as an app."""
