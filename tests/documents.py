"""The commands that the documents name."""

import ast
import re
import shlex

from tools import ROOT

LAB_FILES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("lab/**/*.py"))
DOCUMENTS = (
    *("README.md", "CONTRIBUTING.md", "SECURITY.md", "lab/README.md"),
    *("lab/findings.md", "lab/soundness.md", "lab/strength.md", "lab/solved.md", *LAB_FILES),
)
COMMAND = re.compile(
    r"(?:^ *|`)((?:[A-Z_]+=\w+ |nice )?(?:python3|pip|greylox) [^`\n]+?) *(?:  # .*)?(?:`|$)", re.M
)
PLACEHOLDER_VALUES = {r"\bGAME\b": "byg", r":[NM]\b": ":9"}  # of the words that stand for others


def prose(name):
    """The text of a document, or what a module says of itself."""
    text = (ROOT / name).read_text("utf-8")
    return (ast.get_docstring(ast.parse(text)) or "") if name.endswith(".py") else text


COMMANDS = sorted({command for name in DOCUMENTS for command in COMMAND.findall(prose(name))})


def split_command(command):
    """The words after the program's, without what a shell does."""
    for word, other in PLACEHOLDER_VALUES.items():
        command = re.sub(word, other, command)
    command = re.sub(r" \[[^]]*\]", "", command)
    words = shlex.split(re.sub(r"^[A-Z_]+=\w+ |^nice ", "", command))
    ends = [index for index, word in enumerate(words) if word in "<>"]
    return words[: ends[0] if ends else None]


def commands_starting_with(*start):
    """The commands that begin so."""
    return [command for command in COMMANDS if split_command(command)[: len(start)] == list(start)]


BUILD, INSTALL = commands_starting_with("python3", "build.py"), commands_starting_with("pip")
PLAY = [command for command in commands_starting_with("greylox") if len(split_command(command)) > 2]
LAB = [
    command
    for command in commands_starting_with("python3", "-m")
    if split_command(command)[2].startswith("lab.")
]
