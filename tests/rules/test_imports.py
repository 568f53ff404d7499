"""Who may know whom, read from the sources; nothing is imported to find out."""

import ast
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "greylox_web"
FILES = sorted(PACKAGE.rglob("*.py"))
MAY_KNOW = {
    "words": {"words"},
    "rules": {"rules", "words"},
    "search": {"search", "rules"},
    "app": {"app", "rules", "words", "__version__"},
    "worker": {"worker", "search", "app", "rules", "words", "archives"},
    "browser": {"browser", "app", "rules", "words", "archives", "__version__"},
    "command": {"command", "search", "app", "rules", "words", "__version__"},
    "api": {"api", "command", "search", "app", "rules", "words"},
    "zoo": {"zoo", "api", "app", "rules", "words"},
}
LIBRARIES = {
    "search": {"numpy", "wasmtime"},
    "worker": {"js", "pyodide", "sitecustomize"},
    "browser": {"js", "pyscript", "pyodide", "segno", "sitecustomize"},  # segno draws QR codes
    "zoo": {"numpy", "gymnasium", "pettingzoo"},
    "command": {"ray"},  # for studies on a cluster
}


def absolute(path: Path, node: ast.Import | ast.ImportFrom) -> list[str]:
    """The full dotted names that an import statement may load."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    base = list(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    base = base[: len(base) - node.level] if node.level else []
    module = ".".join(base + ([node.module] if node.module else []))
    return [f"{module}.{alias.name}" for alias in node.names]


def imports(path: Path) -> set[str]:
    """All dotted names that a file imports, wherever in the file it does."""
    tree = ast.parse(path.read_text("utf-8"))
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom))
    return {name for node in nodes for name in absolute(path, node)}


def inside(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


@pytest.mark.parametrize("path", FILES, ids=inside)
def test_arrows_between_the_folders(path):
    folder = inside(path).split("/")[0]
    allowed = MAY_KNOW.get(folder)
    if allowed is None:
        return  # the package itself and its command line may know everybody
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "greylox_web" and len(parts) > 1:
            assert parts[1] in allowed, f"{inside(path)} imports {name}"


@pytest.mark.parametrize("path", FILES, ids=inside)
def test_libraries_outside_the_package(path):
    folder = inside(path).split("/")[0]
    for name in imports(path):
        top = name.split(".")[0]
        known = top == "greylox_web" or top in sys.stdlib_module_names
        assert known or top in LIBRARIES.get(folder, ()), f"{inside(path)} imports {name}"


def test_the_folders_are_those_that_have_a_rule():
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and any(path.glob("*.py"))}
    assert folders == set(MAY_KNOW)


def test_the_build_knows_its_tools_and_nothing_of_the_lab():
    """The page's parts are drawn by another process, with packages that the build installs."""
    for name in imports(PACKAGE.parent / "build.py"):
        top = name.split(".")[0]
        assert top == "tools" or top in sys.stdlib_module_names, f"build.py imports {name}"


def test_the_reader_of_imports_reads_relative_ones():
    file = PACKAGE / "search" / "made_up.py"
    code = "from ..app import view\nfrom . import tree\nimport os.path\nfrom .tree import Tree"
    nodes = ast.parse(code).body
    names = [name for node in nodes for name in absolute(file, node)]
    assert names == [
        "greylox_web.app.view",
        "greylox_web.search.tree",
        "os.path",
        "greylox_web.search.tree.Tree",
    ]
