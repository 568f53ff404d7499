"""The markup of home that the build writes: shared paths, a first visit, and today."""

import re
from xml.etree import ElementTree

from greylox_web.features.home.markup import (
    MIN_SHARED_LENGTH,
    deduplicate_paths,
    first_visit,
    home_markup,
    lessons_card,
    today,
)
from greylox_web.features.lessons.step import COURSES, course
from greylox_web.rules import GAMES

SVG = "{http://www.w3.org/2000/svg}"


def test_long_paths_are_defined_once_and_all_are_used():
    markup = home_markup()
    outlines = re.findall(rf'd="([^"]{{{MIN_SHARED_LENGTH},}})"', markup)
    assert outlines and len(outlines) == len(set(outlines))
    named = set(re.findall(r'<path id="([^"]+)"', markup))
    assert named == set(re.findall(r'href="#(home-path-[^"]+)"', markup))


def test_shared_path_keeps_class_and_transform():
    d, other = "M0 0" + "L1 1" * MIN_SHARED_LENGTH, "M2 2" + "L3 3" * MIN_SHARED_LENGTH
    markup = (
        f'<svg><path class="foot" d="{d}" transform="translate(0 3)"/>'
        f'<path class="tile" d="{d}"/><path class="alone" d="{other}"/></svg>'
    )
    root = ElementTree.fromstring(
        f'<div xmlns="http://www.w3.org/2000/svg">{deduplicate_paths(markup)}</div>'
    )
    once, picture = root
    (path,) = once.iter(f"{SVG}path")
    assert path.get("d") == d
    foot, tile, alone = picture
    assert foot.attrib == {
        "class": "foot",
        "href": f"#{path.get('id')}",
        "transform": "translate(0 3)",
    }
    assert tile.tag == f"{SVG}use" and tile.get("class") == "tile"
    assert alone.tag == f"{SVG}path" and alone.get("d") == other


def test_a_first_visit_has_one_primary_button():
    markup = first_visit()
    assert re.findall(r'<a class="main" href="([^"]+)"', markup) == ["#play/greylox"]
    assert markup.index("<h1") < markup.index('class="main"') < markup.index('id="taste"')
    assert all(f'href="#play/{name}"' in markup for name in GAMES)


def test_cards_of_today_name_each_course():
    markup = today()
    assert markup.count("<h1") == 1
    for name in COURSES:
        [row] = re.findall(f'<li data-game="{name}">(.*?)</li>', markup)
        assert row.count("<path") == len(course(name))


def test_each_course_row_leads_to_its_course():
    rows = re.findall(r'<li data-game="(\w+)">.*?<a href="([^"]+)">', lessons_card())
    assert rows == [(name, f"#learn/{name}") for name in GAMES]
