"""The Swift listings of Google's guides, and the edits that the project's copies may have."""

import os
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# A listing begins after a line "Swift", perhaps after a sentence, and ends before "Objective-C".
CODE = re.compile(
    r"/\*|//|import |func |override |class |deinit|private |let |var |@|\w+(\.\w+)+ = "
)


def find_guides(places):
    """The folder of the guides: a given place, RIDEALONG_GUIDES, or the reference next to RIDEALONG_TEST_DATA. None
    if there are no guides, unless a place was given."""
    data = os.environ.get("RIDEALONG_TEST_DATA") or str(ROOT.parent / "shared" / "data")
    usual = Path(data).parent / "reference" / "guides"
    guides = Path(places[0] if places else os.environ.get("RIDEALONG_GUIDES") or usual)
    if any(guides.glob("[0-9][0-9][0-9]_*.txt")):
        return guides
    if places:
        raise SystemExit(f"There are no guides in {guides}.")
    print(f"There are no guides in {guides}: nothing is compared with them.")
    return None


def listings(guides):
    """The Swift listings by their names, such as 000.05, each a list of stripped lines."""
    found = {}
    for guide in sorted(Path(guides).glob("[0-9][0-9][0-9]_*.txt")):
        number, current = 0, None
        for line in guide.read_text(encoding="utf-8").splitlines():
            line = " ".join(line.split())
            if line == "Swift":
                number, current = number + 1, []
                found[f"{guide.name[:3]}.{number:02}"] = current
            elif line == "Objective-C":
                current = None
            elif current is not None and line and (current or CODE.match(line)):
                current.append(line)
    return found


# A row of the table of edits in docs/swift.md: names of listings, a text of the guide, what to write.
ROW = re.compile(r"^\| (\d{3}\.\d{2}(?:, \d{3}\.\d{2})*) \| (.*) \| (.*) \|$", re.MULTILINE)
PLACEHOLDER = re.compile(r'"(?:INSERT_\w+|TRIP_TOKEN_KEY|TOKEN_EXPIRATION)"$')


def edits():
    """The edits of docs/swift.md by listing: texts of the guide, or "" for new lines, each with its replacements."""
    found = {}
    for names, theirs, ours in ROW.findall((ROOT / "docs" / "swift.md").read_text(encoding="utf-8")):
        theirs, ours = (re.findall(r"`([^`]+)`", cell) for cell in (theirs, ours))
        for name in names.split(", "):
            found.setdefault(name, []).append((theirs[0] if theirs else "", ours))
    return found


def is_replacement(theirs, ours, rules, in_app):
    """Whether a line may replace a line of a guide."""
    if any(text and [theirs.replace(text, new, 1) for new in news] == [ours] for text, news in rules):
        return True
    placeholder = PLACEHOLDER.search(theirs)
    return in_app and bool(placeholder) and ours.startswith(theirs[:placeholder.start()])


def difference(listing, file, rules, in_app=False):
    """The first difference between a listing and a file's copy that is not allowed, or None.

    Allowed are the edits of docs/swift.md, with one line at most for `...`, marked `// ...`. A test bundle has its entry
    point already, so `@UIApplicationMain` may be within `#if` and `#endif` there. An app may have other values for the
    strings that the guide says to replace.
    """
    theirs, ours = listing, file
    news = [line for text, lines in rules if not text for line in lines]
    i = j = 0
    while i < len(theirs) or j < len(ours):
        their = theirs[i] if i < len(theirs) else None
        our = ours[j] if j < len(ours) else None
        if their is not None and their == our:
            i, j = i + 1, j + 1
        elif their == "..." and ("...", []) in rules:
            i, j = i + 1, j + (our is not None and our.endswith("// ..."))
        elif their is not None and our is not None and is_replacement(their, our, rules, in_app):
            i, j = i + 1, j + 1
        elif our is not None and (
            our in news
            or (their == "@UIApplicationMain" and our == "#if canImport(ObjectiveC)")
            or (i > 0 and theirs[i - 1] == "@UIApplicationMain" and our == "#endif")
        ):
            if our in news:
                news.remove(our)
            j += 1
        else:
            return f"the guide has {their!r} where the file has {our!r}"
    return f"it lacks {news[0]!r}, which docs/swift.md adds" if news and not in_app else None
