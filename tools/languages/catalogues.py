"""The translations as gettext catalogues, one for each table: writing and checking.

    languages/de/ending.po      the German of greylox_web/words/ending.py
    languages/de/rules/lox.po   the German of assets/rules/lox.md, sentence by sentence

``msgctxt`` is the key of the sentence, or the name of the rule sheet, and ``msgid`` the English.  A
translation whose English has changed stays, marked ``fuzzy``; nothing fuzzy ships.
"""

import io
import re
import sys
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from .extract import Entry, entries

FOLDER = Path("languages")
FUZZY_THRESHOLD = 0.6
"""The similarity (0 to 1) from which on a sentence counts as a new wording of another one."""

PLACEHOLDER = re.compile(r"\{[^}]*\}")  # replaced by values
BREAKABLE_SPACE = re.compile("« | [;:!?%»]")  # a breaking space where no line break is allowed
LINK = re.compile(r"\]\([^)]*\)|`[^`]*`|<[^>]*>")  # targets of links, code and addresses
HEAD = """\
# {name} of the sentences in {place}.
msgid ""
msgstr ""
"Language: {code}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural}\\n"

"""


def language_codes(root: Path) -> list[str]:
    """The languages that have a folder, besides English."""
    return sorted(path.name for path in (root / FOLDER).iterdir() if path.is_dir())


def read(path: Path, code: str) -> Catalog:
    """The catalogue in a file; an empty one if there is no file."""
    with io.BytesIO(path.read_bytes() if path.exists() else b"") as file:
        return read_po(file, locale=code)


def translated_forms(message: Message) -> tuple[str, ...]:
    """The translation in all its forms."""
    translation = message.string or ""
    return (translation,) if isinstance(translation, str) else tuple(translation)


def source_forms(message: Message) -> tuple[str, ...]:
    """The English in all its forms."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def messages_by_key(catalogue: Catalog) -> dict[tuple[str | None, tuple[str, ...]], Message]:
    """The messages of a catalogue by context and English."""
    return {
        (message.context, source_forms(message)): message for message in catalogue if message.id
    }


def catalog_name(folder: Path, path: Path) -> str:
    """The name of a catalogue, as in ``entries``, by its path in a language's folder."""
    return path.relative_to(folder).with_suffix("").as_posix()


# ------------------------------------------------------------------ writing


def update(root: Path, code: str) -> None:
    """Update the catalogues of a language from the English; translations are preserved."""
    entries_by_catalog = entries(root)
    folder = root / FOLDER / code
    for catalog, listed in entries_by_catalog.items():
        path = folder / f"{catalog}.po"
        old = read(path, code)
        new = merge_catalog(old, listed, code)
        out = io.BytesIO()
        write_po(out, new, width=100, omit_header=True, ignore_obsolete=True, include_previous=True)
        plural = new.plural_forms
        name = Locale.parse(code).get_display_name("en")
        head = HEAD.format(name=name, place=catalog, code=code, plural=plural)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(head + out.getvalue().decode("utf-8"), "utf-8")
    for path in folder.rglob("*.po"):
        if catalog_name(folder, path) not in entries_by_catalog:
            path.unlink()


def merge_catalog(old: Catalog, listed: list[Entry], code: str) -> Catalog:
    """A catalogue of these sentences in this order, with the translations of the old one."""
    old_messages = messages_by_key(old)
    listed_keys = {(entry.context, entry.forms) for entry in listed}
    removed = [message for key, message in old_messages.items() if key not in listed_keys]
    new = Catalog(locale=code)
    for entry in listed:
        same = old_messages.get((entry.context, entry.forms))
        before = same or closest_message(entry, removed)
        old_forms = translated_forms(before) if before is not None else ("",)
        many = (old_forms * new.num_plurals)[: new.num_plurals]
        message = new.add(
            entry.msgid,
            many if len(entry.forms) > 1 else old_forms[0],
            auto_comments=[entry.comment] if entry.comment else [],
            user_comments=before.user_comments if before is not None else (),
            context=entry.context,
        )
        if before is not None and any(old_forms) and (same is None or before.fuzzy):
            message.flags.add("fuzzy")
            message.previous_id = list(before.previous_id if same else source_forms(before))
    return new


def closest_message(entry: Entry, removed: list[Message]) -> Message | None:
    """The removed message of which this entry is a new wording; None if there is none.

    ``removed`` are the messages whose English no longer exists.
    """
    same = [message for message in removed if message.context == entry.context]
    if "." in entry.context:  # the key in a table identifies the message
        return same[0] if same else None
    ratios = [
        (SequenceMatcher(None, str(message.id), entry.forms[0]).ratio(), number)
        for number, message in enumerate(same)
    ]
    best, number = max(ratios, default=(0.0, 0))
    return same[number] if best >= FUZZY_THRESHOLD else None


# ------------------------------------------------------------------ checking


def catalog_errors(root: Path, code: str) -> Iterator[str]:
    """The faults of the translations of a language, a message for each."""
    entries_by_catalog = entries(root)
    folder = root / FOLDER / code
    for path in sorted(folder.rglob("*.po")):
        if catalog_name(folder, path) not in entries_by_catalog:
            yield f"{code}/{path.relative_to(folder)}: there is no such table"
    for catalog, listed in entries_by_catalog.items():
        translations = read(folder / f"{catalog}.po", code)
        old_messages = messages_by_key(translations)
        for entry in listed:
            message = old_messages.pop((entry.context, entry.forms), None)
            if message is None:
                yield f"{code}/{catalog}: not there, or of another English text: {entry.context}"
            elif fault := message_error(message, translations.num_plurals):
                yield f"{code}/{catalog}: {entry.context}: {fault}"
        for context, _ in old_messages:
            yield f"{code}/{catalog}: no such sentence any more: {context}"


def message_error(message: Message, plurals: int) -> str:
    """The fault of a translation into a language with this many plural forms, or ""."""
    forms, source = translated_forms(message), source_forms(message)
    if not all(forms):
        return "not translated" if not any(forms) else "a form is missing"
    if message.fuzzy:
        return "the English has changed (fuzzy)"
    if len(source) > 1 and len(forms) != plurals:
        return f"{len(forms)} forms, not {plurals}"
    placeholder_sets = [set(PLACEHOLDER.findall(text)) for text in source]
    for text in forms:
        placeholders = set(PLACEHOLDER.findall(text))
        # a form for exactly one may write the number out
        if not set.intersection(*placeholder_sets) <= placeholders <= set.union(*placeholder_sets):
            return f"the places are {sorted(placeholders)}, not {sorted(placeholder_sets[-1])}"
        if sorted(LINK.findall(text)) != sorted(LINK.findall(source[-1])):
            return "links and code are not those of the English"
        if text != text.strip() and source[-1] == source[-1].strip():
            return "a space at the beginning or the end"
        if BREAKABLE_SPACE.search(text):
            return "a sign that may begin a line: the space beside it must not break"
    return ""


def main(root: Path, words: list[str]) -> int:
    """Update the catalogues of these languages, or all, and print the remaining faults.

    Return the exit status: 1 if there are any.
    """
    remaining = 0
    for code in words or language_codes(root):
        update(root, code)
        errors = list(catalog_errors(root, code))
        remaining += len(errors)
        total = sum(map(len, entries(root).values()))
        print(f"{code}: {len(errors)} of {total} sentences to do", *errors, sep="\n  ")
    return 1 if remaining else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
