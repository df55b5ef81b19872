"""The public declarations of the libraries, compared with those of the last release."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The declarations of the last release, after a line with its version; `check-docs --release` writes it.
BASELINE = ROOT / "scripts/public-api.txt"
SECTION = "### Breaking changes of the Swift libraries"


def declarations(graph):
    """The lines of a library's symbol graph: its name, a declaration's path, and how it is declared."""
    library = graph["module"]["name"]
    paths = {s["identifier"]["precise"]: ".".join(s["pathComponents"]) for s in graph["symbols"]}
    requirements = {r["source"] for r in graph["relationships"] if r["kind"] == "requirementOf"}
    defaults = {r["target"] for r in graph["relationships"] if r["kind"] == "defaultImplementationOf"}
    for symbol in graph["symbols"]:
        name = symbol["identifier"]["precise"]
        text = "".join(part["spelling"] for part in symbol["declarationFragments"])
        # Code that reads a constant reads a property, too.
        text = re.sub(r"\blet (\w+: .*)", r"var \1 { get }", text)
        if symbol["accessLevel"] == "open":
            text = "open " + text
        text += where(symbol.get("swiftExtension", {}).get("constraints", []))
        for availability in symbol.get("availability", []):
            text += " @available(" + " ".join(f"{key}={value}" for key, value in sorted(availability.items())) + ")"
        if name in requirements:
            text += " (optional requirement)" if name in defaults else " (requirement)"
        yield f"{library} {paths[name]}\t{' '.join(text.split())}"
    for relation in graph["relationships"]:
        if relation["kind"] == "conformsTo":
            # A type of another library has its name in the relation only.
            type_name = paths.get(relation["source"]) or relation.get("sourceFallback") or relation["source"]
            protocol = relation.get("targetFallback") or paths.get(relation["target"], relation["target"])
            yield f"{library} {type_name}\tconforms to {protocol}{where(relation.get('swiftConstraints', []))}"
    for file in ROOT.glob(f"Sources/*/{library}/**/*.swift"):
        for module in re.findall(r"^@_exported public import (\w+)", file.read_text(encoding="utf-8"), re.MULTILINE):
            yield f"{library} {module}\tis imported with it"


def where(constraints):
    return "".join(f" where {c['lhs']} {c['kind']} {c['rhs']}" for c in constraints)


def is_burden(line):
    """Whether a new declaration breaks code: types must add a requirement, and switches a case."""
    path, text = line.split("\t")
    return text.endswith("(requirement)") or text.startswith("case ")


def owner(line):
    return line.split("\t")[0].rpartition(".")[0]


def breaks(old, new):
    """The declarations that are gone or changed, and new ones that others have to follow."""
    before = {line.split("\t")[0] for line in old}
    yield from sorted(old - new)
    # A new protocol or enumeration is no burden to code that does not know it.
    yield from sorted(line for line in new - old if is_burden(line) and owner(line) in before)


def newest_version():
    """The changelog's section of its first version."""
    return (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1]


def breaking_changes():
    return newest_version().partition(SECTION)[2].partition("\n### ")[0]


# "`Old` is `New`" in the changelog; the members of the type keep their names.
RENAMED = re.compile(r"`(\w+)` is `(\w+)`")


def renamed(line):
    """A declaration of the last release with the names that its types have now."""
    library, _, rest = line.partition(" ")
    if rest.endswith("is imported with it"):
        return line
    for old, new in RENAMED.findall(breaking_changes()):
        rest = re.sub(rf"\b{old}\b(?!\.{old}\b)", new, rest)
    return f"{library} {rest}"


def mentioned():
    """The declarations that the changelog's first version names between backticks; `Type.*` is a type with its members."""
    return set(re.findall(r"`([^`\n]+)`", RENAMED.sub("", breaking_changes())))


def problems(graphs):
    """What the changelog has to mention; `graphs` are the symbol graphs of all libraries."""
    new = {line for graph in graphs for line in declarations(graph)}
    old = {renamed(line) for line in BASELINE.read_text(encoding="utf-8").splitlines()[1:]}
    names = mentioned()
    for line in breaks(old, new):
        path, text = line.split("\t")
        library, _, declaration = path.partition(" ")
        parts = declaration.split(".")
        owners = {".".join(parts[:count]) + ".*" for count in range(1, len(parts) + 1)}
        if declaration not in names and not names & owners:
            change = "is new" if line in new else "was"
            yield (f"{library}: {declaration} {change}: {text}\n  This breaks code: name `{declaration}` below "
                   f"\"{SECTION[4:]}\" of CHANGELOG.md")


def write(graphs):
    version = newest_version().split()[0]
    lines = sorted({line for graph in graphs for line in declarations(graph)})
    BASELINE.write_text("\n".join([version, *lines]) + "\n", encoding="utf-8")
