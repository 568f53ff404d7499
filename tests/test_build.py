"""The build: it makes all names and hashes, is deterministic, and ships only working files."""

from __future__ import annotations

import ast
import base64
import hashlib
import json
import re
import socket
import struct
import subprocess
import sys
from pathlib import Path

import pytest
import segno

from tests.thoroughness import LONG
from tools import ROOT
from tools.environment import ensure_npm, ensure_numpy
from tools.pack import (
    EARLIER_NEWS,
    MAX_OFFLINE_BYTES,
    BuildError,
    Site,
    integrity,
    make_zip,
    pack,
    transfer_size,
)
from tools.page import inline_assets
from tools.site import collect, webassembly
from tools.site import files as site_files
from tools.site.address import address_tags, link_previews
from tools.site.collect import collect_site_files, news
from tools.site.files import read_tree, write_site
from tools.site.pyodide import COMPILE, modules_in, run_in_pyodide, unzipped
from tools.site.python import PACKAGE_UNUSED, START_MODULES, drop_matching, module_name
from tools.site.styles import WINDOWS_SHEET, build_bundles, read_sheets, replace_windows
from tools.site.webassembly import libraries

pytestmark = pytest.mark.slow

RULES = ROOT / "greylox_web" / "rules"


@pytest.fixture(scope="module")
def parts() -> Site:
    """The files of the site under their plain names."""
    return collect_site_files()


@pytest.fixture(scope="module")
def site(parts: Site) -> Site:
    """The packed files of the site."""
    return pack(parts)


def facts(site: Site) -> dict:
    page = site["index.html"].decode()
    return json.loads(re.search(r"name=\"greylox-build\" content='([^']*)'", page)[1])


def precached(site: Site) -> dict[str, str]:
    worker = site["service-worker.js"].decode()
    return json.loads(re.search(r"const FILES = (\{.*?\});", worker, re.DOTALL)[1])


def test_packing_twice_gives_the_same_bytes(parts: Site, site: Site):
    assert pack(dict(reversed(parts.items()))) == site


def test_compiled_library_ships_and_rebuilds_identically(
    parts: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    shipped = parts["app/rules.wasm"]
    run_by_wasmtime = ROOT / f"{webassembly.RULES}.wasm"
    assert run_by_wasmtime.read_bytes() == shipped and len(shipped) < 33_000
    package = unzipped(parts["app/greylox_web-rest.zip"])
    assert not any(name.endswith((".ts", ".wasm")) for name in package)
    monkeypatch.setattr(site_files, "CACHE", tmp_path)
    monkeypatch.setattr(webassembly, "LIBRARIES", (webassembly.RULES,))
    assert libraries(ensure_npm(), ROOT) == {"app/rules.wasm": shipped}


def test_the_service_worker_keeps_every_file_with_its_hash(site: Site):
    listed = precached(site)
    assert listed.pop("./") == integrity(site["index.html"])
    others = set(site) - {"index.html", "404.html", "service-worker.js", "SHA256SUMS"}
    icons = {name for name in others if re.match(r"icons/.*-512\.", name)}
    assert len(icons) == 2
    cached_names = {name for name in others - icons if not name.startswith("docs/")}
    assert listed == {f"./{name}": integrity(site[name]) for name in cached_names}


def test_little_is_fetched_until_the_page_works_offline(site: Site):
    """The networks, numpy and the fonts included, in one language."""
    names = {path.removeprefix("./") or "index.html" for path in precached(site)}
    sizes = [transfer_size(site[name]) for name in {*names, "service-worker.js"}]
    assert 5_000_000 < sum(sizes) <= MAX_OFFLINE_BYTES


def test_404_page_is_self_contained(site: Site):
    page = site["404.html"].decode()
    assert not re.search(r"""(?:src|href)=["'](?!\.\.?/["'])|@import|url\(""", page)
    (script,) = re.findall("<script>(.*?)</script>", page, re.S)
    (style,) = re.findall("<style>(.*?)</style>", page, re.S)
    for text in (script, style):
        assert f"'{integrity(text.encode())}'" in page
    assert not {"404.js", "404.css"} & {re.sub(r"\.[0-9a-f]{10}", "", name) for name in site}


def test_reference_is_unversioned_with_stable_addresses(parts: Site, site: Site):
    pages = {name: data for name, data in parts.items() if name.startswith("docs/")}
    changed = {name: data.replace(b"</body>", b" </body>") for name, data in pages.items()}
    other = pack(parts | changed)
    assert pages != changed and pages.items() <= site.items() and changed.items() <= other.items()
    for name in ("index.html", "service-worker.js"):
        assert site[name] == other[name]
    assert b'href="./docs/index.html"' in site["index.html"]


def test_every_reference_leads_to_a_file(site: Site):
    texts = [n for n in site if re.search(r"[.](html|css|webmanifest)$|^(boot|engine)[.]", n)]
    texts = [n for n in texts if not n.startswith("docs/")]  # checked when it is built
    references = [r for n in texts for r in re.findall(r"[\"'(]\./([\w./-]+)", site[n].decode())]
    assert set(references) <= set(site)
    fact = facts(site)
    assert {fact[name][2:] for name in ("engine", "evaluator", "extras")} <= set(site)
    assert {path[2:] for path in fact["rest"]} == {n for n in site if "-rest." in n}


def test_an_unknown_reference_stops_the_build(parts: Site):
    page = parts["index.html"].replace(b"./late.css", b"./no-such.css")
    with pytest.raises(BuildError, match=r"index.html refers to ./no-such.css"):
        pack(parts | {"index.html": page})


def test_each_sheet_is_in_one_bundle():
    sheets = read_sheets(ROOT)
    for name in ("style/tokens.css", "features/rules/style.css", WINDOWS_SHEET):
        with pytest.raises(BuildError, match=f"{name} is not both"):
            build_bundles({other: text for other, text in sheets.items() if other != name})
    with pytest.raises(BuildError, match=r"new.css is not both"):
        build_bundles(sheets | {"new.css": ""})


def test_windows_are_replaced_by_their_media_queries():
    windows = {"(--tall)": "(min-height: 9em), (min-height: 99px)", "(--wide)": "(min-width: 9em)"}
    sheet = "@media (--tall), (--wide) {\n  a { color: var(--ink); }\n}\n@media print {}\n"
    expected = sheet.replace(
        "(--tall), (--wide)", "(min-height: 9em), (min-height: 99px), (min-width: 9em)"
    )
    assert replace_windows(sheet, windows) == expected
    for unknown in ("(--low)", "(--tall) and (min-width: 1em)"):
        with pytest.raises(BuildError, match=r"does not name the window \(--"):
            replace_windows(f"@media {unknown} {{", windows)


def test_no_sheet_asks_for_another(parts: Site):
    sheets = {name for name in parts if name.endswith(".css")}
    assert {name for name in sheets if "/" in name} == {"docs/reference.css", "studies/article.css"}
    assert "late.css" in sheets
    assert not [name for name in sheets if b"@import" in parts[name]]


def test_inlining_missing_or_unsafe_file_stops_build():
    with pytest.raises(BuildError, match=r"wants 'gone.css'"):
        inline_assets('<link rel="stylesheet" href="./gone.css">\n', {})
    page = '<script src="./first.js"></script>'
    with pytest.raises(BuildError, match="closes itself"):
        inline_assets(page, {"first.js": b"'</script>'"})
    page, remaining = inline_assets(page, {"first.js": b"1", "second.js": b"2"})
    assert "<script>1</script>" in page and remaining == {"second.js": b"2"}


def test_pyscript_ships_as_it_was_published(parts: Site):
    published = ensure_npm() / "@pyscript/core/dist"
    shipped = {path: data for path, data in parts.items() if path.startswith("pyscript/")}
    assert {"core.js"} < {path.removeprefix("pyscript/") for path in shipped}
    for path, data in shipped.items():
        assert data == (published / path.removeprefix("pyscript/")).read_bytes()


def test_an_unfilled_mark_stops_the_build(parts: Site):
    page = parts["index.html"].replace(b"<!-- build:head -->", b"<!-- build:heat -->")
    with pytest.raises(BuildError, match="build:heat"):
        pack(parts | {"index.html": page})


@pytest.mark.parametrize(
    "path", ["late.css", "boot.js", "service-worker.js", "engine.js", "index.html"]
)
def test_any_change_makes_another_version(parts: Site, site: Site, path: str):
    changed = pack(parts | {path: parts[path] + b"\n"})
    assert facts(changed)["version"] != facts(site)["version"]
    assert changed["service-worker.js"] != site["service-worker.js"]
    moved = {n for n in set(site) - set(changed) if not n.startswith(("boot.", "engine."))}
    assert moved <= {n for n in site if n.startswith("late.")}


def test_networks_are_packed_and_listed_for_python(parts: Site):
    packed = pack(parts | {"nets/greylox.npz": b"a net"})
    address = facts(packed)["nets"]["greylox"]
    assert packed[address[2:]] == b"a net"
    assert address in precached(packed)


def test_page_policy_allows_only_own_scripts(site: Site):
    page = site["index.html"].decode()
    head = page.partition("<head>")[2].lstrip()
    policy = re.match(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', head)[1]
    source = r"'self' 'sha256-[\w+/]{43}='"
    allowed = rf"default-src 'none'; script-src {source} 'wasm-unsafe-eval'; style-src {source}; "
    assert re.match(allowed, policy)
    assert "'unsafe-inline'" not in policy
    assert "'unsafe-eval'" not in policy
    assert policy.count("worker-src 'self';") == 1 and "blob:" not in policy
    scripts = re.findall(r"<script([^>]*)>([^<]*)", page)
    inline = [attributes for attributes, _ in scripts if "src=" not in attributes]
    assert len(inline) == 2 and inline[0] == "" and 'type="py"' in inline[1]
    assert page.count("<style") == 1  # its hash is in the policy, as the next test checks
    assert not re.search(r"\sstyle=|\son\w+=", page)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", page)


def test_render_blocking_resources_are_inlined(parts: Site):
    page = parts["index.html"].decode()
    head = page.partition("</head>")[0]
    waited = re.findall(r'<link rel="stylesheet"(?!.*data-deferred).*|<script src=.*', head)
    assert not waited
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', head)
    for tag in ("script", "style"):
        (text,) = re.findall(rf"<{tag}>(.*?)</{tag}>", head, re.S)
        digest = hashlib.sha256(text.encode()).digest()
        allowed = f"{tag}-src 'self' 'sha256-{base64.b64encode(digest).decode()}'"
        assert policy and allowed in policy[1]


def test_reduced_standard_library_imports(site: Site, tmp_path: Path):
    write_site(site, tmp_path)
    folder = next(tmp_path.glob("pyodide.*"))
    wheel, numpy_library = (next(tmp_path.glob(f"wheels.*/numpy.{e}")) for e in ("whl", "wasm"))
    deferred = next(tmp_path.glob("app/python-rest.*.zip"))
    library = (folder / "python_stdlib.zip", deferred)
    files = set().union(*(modules_in(unzipped(archive.read_bytes())) for archive in library))
    modules = {name.removesuffix("/__init__.py").removesuffix(".py") for name in files}
    names = sorted({m.replace("/", ".") for m in modules} | library_imports(package_sources()))
    done = subprocess.run(
        [
            "node",
            "--input-type=module",
            "-e",
            IMPORT_ALL,
            folder,
            wheel,
            numpy_library,
            deferred,
            json.dumps(names),
            LIBRARY_USES,
        ],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout.splitlines()[-1]) == {}


def package_sources() -> Site:
    """The modules of our package that the page has."""
    files = {f"greylox_web/{path}": d for path, d in read_tree(ROOT / "greylox_web").items()}
    return {p: d for p, d in drop_matching(PACKAGE_UNUSED, files).items() if p.endswith(".py")}


def library_imports(sources: Site) -> set[str]:
    """The modules of Python's library that these import, also inside functions."""
    nodes = [node for data in sources.values() for node in ast.walk(ast.parse(data))]
    names = {n.module or "" for n in nodes if isinstance(n, ast.ImportFrom) and not n.level}
    names |= {a.name for n in nodes if isinstance(n, ast.Import) for a in n.names}
    return {name for name in names if name.partition(".")[0] in sys.stdlib_module_names}


LIBRARY_USES = """
import asyncio, asyncio.base_events
import datetime, io, logging, random, shutil, tempfile, traceback, uuid, warnings, zipfile
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    warnings.warn("slow")
    asyncio.base_events.warnings.warn("slow", stacklevel=1)
assert [str(w.message) for w in caught] == ["slow", "slow"] and "slow" in str(caught[0])
try:
    try:
        json.loads("[")
    except ValueError as error:
        raise KeyError("outer") from error
except KeyError as error:
    text = "".join(traceback.format_exception(error))
    lines = [frame.lineno for frame in traceback.extract_tb(error.__cause__.__traceback__)]
assert "The above exception" in text and "json/decoder.py" in text and all(lines)
logs = io.StringIO()
logging.basicConfig(stream=logs)
logging.error("failed", exc_info=KeyError("k"))
assert "failed" in logs.getvalue()
async def wait():
    queue, done = asyncio.Queue(), asyncio.Event()
    async with asyncio.TaskGroup() as group:
        group.create_task(queue.put(1))
        group.create_task(asyncio.wait_for(done.wait(), 5))
        done.set()
    async with asyncio.timeout(5), asyncio.Lock():
        return await queue.get()
task = asyncio.ensure_future(wait())
assert "wait" in repr(task)
random.shuffle(list(range(9))), random.choice("ab"), uuid.uuid5(uuid.uuid4(), "a")
assert datetime.date.fromisoformat("2026-11-30").strftime("%d") == "30"
assert len(str(3**9_000)) == 4295 and int("7" * 4_000) % 10 == 7
assert b"a".decode("cp1252") + b"a\\0".decode("utf-16le") + b"a".decode("ascii") == "aaa"
with tempfile.TemporaryDirectory() as folder:
    with zipfile.ZipFile(folder + "/a.zip", "w") as archive:
        archive.writestr("b", "c", zipfile.ZIP_DEFLATED)
    shutil.unpack_archive(folder + "/a.zip", folder + "/d")
stored = io.BytesIO()
np.savez_compressed(stored, a=np.ones(2))
stored.seek(0)
assert np.load(stored)["a"].sum() == 2 and "1." in repr(np.ones(2))
"""
IMPORT_ALL = """
import { readFileSync } from "node:fs";
process.on("uncaughtException", error => { console.error(error.message); process.exit(1); });
const [folder, wheel, library, rest, names, uses] = process.argv.slice(1);
const { loadPyodide } = await import(`file://${folder}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: folder });
python.unpackArchive(new Uint8Array(readFileSync(wheel)), "zip");
python.FS.mkdirTree("numpy/_core");
python.FS.writeFile("numpy/_core/_multiarray_umath.so", readFileSync(library));
python.FS.writeFile("/rest.zip", readFileSync(rest));
python.runPython(`
import os, sys
from sitecustomize import BundleFinder
sys.meta_path[:0] = [BundleFinder("/rest.zip", "rest.bin"), BundleFinder(os.getcwd(), "numpy.bin")]
`);
const failed = python.runPython(`
import importlib, json, sys
import numpy as np
assert (np.eye(3, dtype=np.float32) @ np.ones((3, 2))).sum() == 6
assert np.linalg.norm(np.ones(4)) == 2 and np.load and np.savez
${uses}
failed = {}
for name in json.loads('''${names}'''):
    try:
        importlib.import_module(name)
    except Exception as error:
        failed[name] = repr(error)
json.dumps(failed)
`);
console.log(failed);
"""


def test_start_and_deferred_archives_cover_all_modules(parts: Site):
    archives = {n: modules_in(unzipped(d)) for n, d in parts.items() if n.endswith(".zip")}
    package = archives["app/greylox_web.zip"], archives["app/greylox_web-rest.zip"]
    library = archives["pyodide/python_stdlib.zip"], archives["app/python-rest.zip"]
    for first, deferred in (package, library):
        assert not first & deferred
    assert package_sources().keys() <= package[0] | package[1]
    named = unzipped(parts["app/greylox_web.zip"])["greylox_web/rest.txt"].decode().split()
    assert named == sorted(map(module_name, package[1] | library[1]))
    assert "greylox_web/browser/main.py" in package[0]
    assert "greylox_web/features/settings/panel.py" in package[1]
    assert "asyncio/tasks.py" in library[0]
    assert "datetime.py" in library[1]
    assert sum(len(parts[f"app/{name}-rest.zip"]) for name in ("python", "greylox_web")) > 600_000


COMPILED = """
import json, re, sys
heard = []
sys.addaudithook(lambda event, facts: event == "compile" and heard.append(str(facts)))
parse = re._compiler._parser.parse
re._compiler._parser.parse = lambda *facts: [heard.append(str(facts)), parse(*facts)][1]
from sitecustomize import BundleFinder
sys.meta_path.insert(0, BundleFinder("/job/in.zip"))
for name in {modules}:
    __import__(name)
named = [sys.modules[name].__spec__.origin for name in {asked}]
unneeded = "asyncio.base_events dis inspect random shutil socket subprocess tempfile zipfile"
run = [name for name in unneeded.split() if type(sys.modules.get(name)) is type(sys)]
assert re.fullmatch("a(b)", "ab")[1] == "b" and heard.pop().startswith("('a(b)'")
with open("/job/out", "w") as out:
    json.dump([heard, named, run], out)
"""


def test_start_imports_precompiled_modules_only(parts: Site):
    """The archives are at the paths of the page's Python; neither is unpacked."""
    imports = ["asyncio", "greylox_web.rules.board", "pyscript"]
    program = COMPILED.format(modules=START_MODULES, asked=imports)
    library, package = (parts[n] for n in ("pyodide/python_stdlib.zip", "app/greylox_web.zip"))
    compile_events, cached_paths, run = json.loads(
        run_in_pyodide(package, program, "json", library)
    )
    assert not compile_events
    assert not run, "modules that a page does not use"
    path_template = "/job/in.zip/{}.pyc"
    ours = {
        path_template.format("greylox_web/rules/board"),
        path_template.format("pyscript/__init__"),
    }
    assert set(cached_paths) == {"/lib/python313.zip/asyncio/__init__.pyc", *ours}


LINES = """
import json, zipfile

def functions(code):
    yield code
    for const in code.co_consts:
        if isinstance(const, type(code)):
            yield from functions(const)

def lines(code):
    return [position[0] for position in code.co_positions()]

found, saved = [], 0
with zipfile.ZipFile("/job/in.zip") as source:
    for name in source.namelist():
        before = compile(source.read(name), name, "exec", dont_inherit=True)
        for own, code in zip(functions(before), functions(with_lines(before, True)), strict=True):
            assert lines(code) == lines(own) and code.co_code == own.co_code
            saved += len(own.co_linetable) - len(code.co_linetable)
            found += lines(code)
        for code in functions(with_lines(before, False)):
            assert set(lines(code)) == {code.co_firstlineno}
with open("/job/out", "w") as out:
    json.dump([None in found, max(filter(None, found)), saved > 0], out)
"""


def test_short_line_tables_give_the_same_lines():
    jumps = (
        "def f():\n    with a:\n        for b in c: yield b\n" + "\n" * 5000 + "    f(\n1,\n2)\n"
    )
    files = {"rules/board.py": (RULES / "board.py").read_bytes(), "jumps.py": jumps.encode()}
    found = json.loads(run_in_pyodide(make_zip(files), COMPILE + LINES, "json"))
    assert found == [True, 5006, True]


UNDOCUMENTED = """
import dataclasses, inspect, json, sys
documented = []
inspect.signature = lambda made: documented.append(str(made))
from sitecustomize import BundleFinder
sys.meta_path.insert(0, BundleFinder("/job/in.zip"))
for name in {modules}:
    __import__(name)
with open("/job/out", "w") as out:
    json.dump(documented, out)
"""


def test_no_data_class_writes_its_documentation_at_the_start(parts: Site):
    """It would find out its signature, which takes a while."""
    program = UNDOCUMENTED.format(modules=START_MODULES)
    library, package = (parts[n] for n in ("pyodide/python_stdlib.zip", "app/greylox_web.zip"))
    assert json.loads(run_in_pyodide(package, program, "json", library)) == []


QR_CODES = """
import json, sys
sys.path.insert(0, "/job/in.zip")
import segno
with open("/job/out", "w") as out:
    codes = [segno.make(text, micro=False, error=level).matrix for text, level in {inputs}]
    json.dump([[list(row) for row in code] for code in codes], out)
"""


def test_reduced_library_makes_the_same_qr_codes(parts: Site):
    inputs = [("https://example.org/#1/lox5/m", "m"), ("https://example.org/#" + "a1é" * 500, "l")]
    made = run_in_pyodide(
        parts["app/extras.zip"],
        QR_CODES.format(inputs=inputs),
        "json",
        parts["pyodide/python_stdlib.zip"],
    )
    codes = [segno.make(text, micro=False, error=level).matrix for text, level in inputs]
    assert json.loads(made) == [[list(row) for row in code] for code in codes]


def test_another_numpy_is_refused(tmp_path: Path):
    wheel = tmp_path / "numpy.whl"
    wheel.write_bytes(b"something else")
    with pytest.raises(BuildError, match="not the numpy wheel we know"):
        ensure_numpy(wheel)


def test_occupied_port_shows_message():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = str(listener.getsockname()[1])
        command = [sys.executable, ROOT / "build.py", "serve", "--port", port]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120)
    assert done.returncode == 1
    assert f"Port {port} cannot be used" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_npm_lock_names_no_registry_and_checks_everything():
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    assert all("integrity" in entry for path, entry in packages.items() if path)
    for entry in packages.values():
        entry.pop("funding", None)  # where to give money
        assert "://" not in str(entry)


def imported(path: Path) -> set[str]:
    """Return the top-level modules that the file imports from outside its package."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add((node.module or "").partition(".")[0])
    return names


def test_the_rules_need_the_standard_library_only():
    used = set().union(*map(imported, RULES.glob("*.py"))) - {"greylox_web"}
    assert used <= sys.stdlib_module_names


def test_the_changelog_becomes_plain_lines_newest_first(tmp_path):
    changelog = tmp_path / "CHANGELOG.md"
    changelog.write_text("# C\n\n## 2\n\n- New: `a`, **b**, [c](d).\n\n## 1\n\n- Old.\n", "utf-8")
    assert news(changelog) == ["New: a, b, c.", "Old."]
    assert len(news(ROOT / "CHANGELOG.md")) > 10


def test_news_are_counted_on_from_the_lines_of_earlier_versions(parts: Site, site: Site):
    assert len(news(ROOT / ".github/HISTORY.md")) == EARLIER_NEWS
    count = facts(site)["news"]["lines"]
    assert count == EARLIER_NEWS + len(json.loads(parts["news.json"]))


def test_kill_switch_replaces_service_worker(parts: Site):
    killer = (ROOT / "tools/kill_switch.js").read_bytes()
    site = pack(parts | {"service-worker.js": killer})
    assert site["service-worker.js"] == killer


DRAWN = 1000 if LONG else 2  # puzzles of each game; a picture takes a while


@pytest.fixture
def few_previews(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw previews of the first puzzles of each game only, unless ``LONG``."""

    def draw(source: Path, fonts: Site, puzzles: Site, home: str) -> Site:
        few = {
            path: json.dumps(json.loads(data)[:DRAWN]).encode() for path, data in puzzles.items()
        }
        return link_previews(source, fonts, few, home)

    monkeypatch.setattr(collect, "link_previews", draw)


@pytest.mark.usefixtures("few_previews")
def test_a_link_to_a_site_with_an_address_shows_a_picture(parts: Site):
    site = pack(collect_site_files(url="https://example.org/games"))
    page = site["index.html"].decode()
    assert '<meta property="og:url" content="https://example.org/games/">' in page
    assert '<meta property="og:image" content="https://example.org/games/og-image.png">' in page
    png = site["og-image.png"]
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png[16:24]) == (1200, 630)
    assert b"og-image" not in site["service-worker.js"]
    plain = parts["index.html"].decode()
    assert "og:image" not in plain and "og:url" not in plain and "build:address" not in plain
    check_link_previews(site)
    assert facts(site)["previews"] and not facts(pack(parts))["previews"]
    assert not any(name.startswith("go/") for name in parts)


def check_link_previews(site: Site) -> None:
    """Check the pages of games, courses and daily puzzles for previews of links."""
    previews = {name: data for name, data in site.items() if name.startswith("go/")}
    assert b"./go/puzzle" not in site["service-worker.js"]
    games = [path.stem for path in (ROOT / "assets/rules").glob("*.md")]
    listed = (ROOT / "lab/puzzles/daily.txt").read_text("utf-8").split()
    days = [name for name in listed if int(name.partition("-")[2]) <= DRAWN]
    sizes = {name: len(data) for name, data in previews.items()}
    puzzles = sum(size for name, size in sizes.items() if name.startswith("go/puzzle/"))
    others = sum(sizes.values()) - puzzles
    assert others + puzzles * len(listed) / len(days) < 3_000_000
    routes = [f"{folder}/{game}" for folder in ("play", "learn") for game in games]
    routes += [f"puzzle/{name}" for name in days]
    assert {name[3:-5] for name in previews if name.endswith(".html")} == set(routes)
    for route in routes:
        page, name = previews[f"go/{route}.html"].decode(), route.partition("/")[2]
        address = f"https://example.org/games/go/{route}"
        assert f'<link rel="canonical" href="{address}.html">' in page
        assert f'<meta property="og:image" content="{address}.png">' in page
        assert f'<a href="../../#{route}">' in page and f'<img src="{name}.png"' in page
        assert re.search(r'name="description" property="og:description" content="[^"{]{20,}"', page)
        assert re.search(r"<title>[^<{]{3,} – Greylox Web</title>", page)
        assert '<script src="../open.js" defer>' in page and 'href="../page.css"' in page
        png = previews[f"go/{route}.png"]
        assert png[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", png[16:24]) == (384, 202)
    assert {"go/open.js", "go/page.css"} <= set(previews) and "go/page.html" not in previews


@pytest.mark.parametrize("wrong", ["example.org", "ftp://a.b/", "https://", "https://a.b/?c"])
def test_invalid_site_address_stops_build(wrong: str):
    with pytest.raises(BuildError, match="whole address"):
        address_tags(wrong)
