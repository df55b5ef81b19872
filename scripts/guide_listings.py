"""The Swift listings of Google's guides, and the changes that the project's copies may have."""

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


PLACEHOLDER = re.compile(r'"(?:INSERT_\w+|TRIP_TOKEN_KEY|TOKEN_EXPIRATION)"$')
DECLARED = re.compile(r"(?:private )?(?:let|var) \w+: \w+$")
COUNTER = re.compile(r"(?:private )?var (\w+)(?:: Int(?: = 0)?| = 0)$")


def lacks_return(listing, index):
    """Whether the brace at an index closes a function that has a result and no return."""
    for line in reversed(listing[:index]):
        if line.startswith("return"):
            return False
        if line.startswith("func "):
            return "->" in line
    return False


def is_missing_counter(listing, line):
    """Whether a line declares a counter that the listing uses and does not declare."""
    match = COUNTER.match(line)
    if not match:
        return False
    name = match[1]
    is_declared = any(re.match(rf"(?:private )?(?:let|var) {name}\b", other) for other in listing)
    return not is_declared and any(re.match(rf"{name} \+= 1$", other) for other in listing)


def is_allowed_in_app(theirs, ours):
    """Whether a line of an app may replace a line of a guide, besides what any file may change."""
    if theirs == "@UIApplicationMain":
        return ours == "@main"
    placeholder = PLACEHOLDER.search(theirs)
    return bool(placeholder) and ours.startswith(theirs[:placeholder.start()])


def is_allowed_change(theirs, ours):
    """Whether a line may replace a line of a guide."""
    if re.sub(r"(URL\(string: \w+\))!", r"\1", ours) == theirs:
        return True
    if ours.replace("?.delegate", ".delegate", 1) == theirs:
        return True
    return bool(DECLARED.match(theirs)) and ours.startswith(theirs + " = ")


def difference(listing, file, in_app=False):
    """The first difference between a listing and a file's copy that is not allowed, or None.

    Allowed are: a line `...`, in whose place the app may have one line, marked `// ...`; `!` after
    `URL(string:)`; `?` before `.delegate`; a missing `return`; the initial value of a property and
    the declaration of a counter, which the compiler asks for; and `#if` and `#endif` around
    `@UIApplicationMain`, because a test bundle has its entry point already. In an app `@main` is
    allowed in its place, because the compiler translates the older name on Apple's platforms only,
    and so are other values for the strings that the guide says to replace.
    """
    theirs, ours = listing, file
    i = j = 0
    while i < len(theirs) or j < len(ours):
        their = theirs[i] if i < len(theirs) else None
        our = ours[j] if j < len(ours) else None
        if their is not None and their == our:
            i, j = i + 1, j + 1
        elif their == "...":
            i, j = i + 1, j + (our is not None and our.endswith("// ..."))
        elif their is not None and our is not None and (
            is_allowed_change(their, our) or (in_app and is_allowed_in_app(their, our))
        ):
            i, j = i + 1, j + 1
        elif our is not None and (
            (their == "}" and re.match(r"return \w+$", our) and lacks_return(theirs, i))
            or is_missing_counter(theirs, our)
            or (their == "@UIApplicationMain" and our == "#if canImport(ObjectiveC)")
            or (i > 0 and theirs[i - 1] == "@UIApplicationMain" and our == "#endif")
        ):
            j += 1
        else:
            return f"the guide has {their!r} where the file has {our!r}"
    return None
