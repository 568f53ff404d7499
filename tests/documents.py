"""The commands in the documents."""

import ast
import re
import shlex

from tools import ROOT

LAB_FILES = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("lab/**/*.py"))
DOCUMENTS = (
    *("README.md", "CONTRIBUTING.md", "SECURITY.md", "lab/README.md"),
    *(
        "lab/findings.md",
        "lab/soundness.md",
        "lab/strength.md",
        "lab/strength_history.md",
        "lab/solved.md",
        *LAB_FILES,
    ),
)
COMMAND = re.compile(
    r"(?:^ *|`)((?:[A-Z_]+=\w+ |nice )?(?:python3|pip|greylox) [^`\n]+?) *(?:  # .*)?(?:`|$)", re.M
)
PLACEHOLDER_VALUES = {r"\bGAME\b": "byg", r":[NM]\b": ":9"}  # of the placeholders in commands


def prose(name):
    """Return the text of a document, or the docstring of a module."""
    text = (ROOT / name).read_text("utf-8")
    return (ast.get_docstring(ast.parse(text)) or "") if name.endswith(".py") else text


COMMANDS = sorted({command for name in DOCUMENTS for command in COMMAND.findall(prose(name))})


def split_command(command):
    """Return the words after the program's name, without shell syntax."""
    for word, other in PLACEHOLDER_VALUES.items():
        command = re.sub(word, other, command)
    command = re.sub(r" \[[^]]*\]", "", command)
    words = shlex.split(re.sub(r"^[A-Z_]+=\w+ |^nice ", "", command))
    ends = [index for index, word in enumerate(words) if word in "<>"]
    return words[: ends[0] if ends else None]


def commands_starting_with(*start):
    """Return the documented commands that start with these words."""
    return [command for command in COMMANDS if split_command(command)[: len(start)] == list(start)]


BUILD, INSTALL = commands_starting_with("python3", "build.py"), commands_starting_with("pip")
PLAY = [command for command in commands_starting_with("greylox") if len(split_command(command)) > 2]
LAB = [
    command
    for command in commands_starting_with("python3", "-m")
    if split_command(command)[2].startswith("lab.")
]
