"""Tools that build the site and drive it in browsers; never shipped, independent of lab."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
