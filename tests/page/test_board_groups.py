"""A group of the drawing that is updated by differences has the elements of one made anew."""

from random import Random
from types import SimpleNamespace

from tests.page.page_simulation import whole_page


class FakeGroup:
    """A group of an SVG drawing, whose elements are letters; it counts those inserted."""

    def __init__(self, letters: str = "") -> None:
        self.elements = [FakeElement(self, letter) for letter in letters]
        self.inserted = 0

    @property
    def children(self) -> SimpleNamespace:
        return SimpleNamespace(item=lambda n: self.elements[n] if n < len(self.elements) else None)

    @property
    def firstElementChild(self) -> "FakeElement":  # noqa: N802
        return self.elements[0]

    def insertBefore(self, new: "FakeElement", old: "FakeElement | None") -> None:  # noqa: N802
        new.remove()
        new.parent, self.inserted = self, self.inserted + 1
        self.elements.insert(len(self.elements) if old is None else self.elements.index(old), new)

    @property
    def text(self) -> str:
        return "".join(element.letter for element in self.elements)


class FakeElement:
    """An element of such a group."""

    def __init__(self, parent: FakeGroup, letter: str) -> None:
        self.parent, self.letter = parent, letter

    def remove(self) -> None:
        self.parent.elements.remove(self)


def test_a_group_updated_by_differences_is_the_whole_group():
    random = Random(3)
    with whole_page():
        from greylox_web.features.board import view as module

        group = FakeGroup()
        module.parse_svg = lambda markup: SimpleNamespace(
            firstElementChild=FakeGroup(markup.partition('class="">')[2].partition("<")[0])
        )
        view = module.BoardView(SimpleNamespace(querySelector=lambda _: group))
        for _ in range(500):
            now = [random.choice("abcdefg") for _ in range(random.randrange(7))]
            if random.random() < 0.7:
                now = sorted(now)
            view._update_group("above", ["", *now])
            assert group.text == "".join(now)


def test_only_the_element_that_changed_is_inserted():
    with whole_page():
        from greylox_web.features.board import view as module

        group = FakeGroup("abcd")
        module.parse_svg = lambda markup: SimpleNamespace(
            firstElementChild=FakeGroup(markup.partition('class="">')[2].partition("<")[0])
        )
        view = module.BoardView(SimpleNamespace(querySelector=lambda _: group))
        view.rendered["above"] = [*"abcd"]
        view._update_group("above", [*"axcd"])
        assert (group.text, group.inserted) == ("axcd", 1)
