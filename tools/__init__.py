"""What builds the site and tries it out: for developers, never shipped; knows nothing of lab."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
