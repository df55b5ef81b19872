"""The program of a release and its files, for make-package and make-wheel."""

import functools
import gzip
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
# The newest version of the C library whose symbols the program may use: that of Ubuntu 22.04.
OLDEST_C_LIBRARY = (2, 35)
MAINTAINER = os.environ.get("RIDEALONG_MAINTAINER", "ridealong maintainers <maintainers@ridealong.example>")
DESCRIPTION = "follow a ride of Google's Fleet Engine in the terminal"


def fail(text):
    sys.exit(f"{Path(sys.argv[0]).name}: {text}")


def run(*command, **options):
    run = subprocess.run([str(part) for part in command], capture_output=True, text=True,
                         **{"timeout": 1800, **options})
    if run.returncode:
        fail(f"{' '.join(map(str, command))}:\n{run.stdout[-4000:]}{run.stderr[-4000:]}")
    return run.stdout


def install_tools(tools):
    """Installs what only packaging needs, if it is missing: programs, and the packages that have them."""
    missing = sorted({package for tool, package in tools.items() if not shutil.which(tool)})
    if not missing:
        return
    command = [*([] if os.getuid() == 0 else ["sudo"]), "apt-get", "install", "--yes", "--no-install-recommends", *missing]
    if subprocess.run(command, stdout=sys.stderr, timeout=900).returncode:
        fail(f"{', '.join(missing)} could not be installed")


@functools.cache
def epoch():
    """The time of all files: SOURCE_DATE_EPOCH, or that of the commit."""
    return int(os.environ.get("SOURCE_DATE_EPOCH") or run("git", "log", "-1", "--format=%ct", cwd=ROOT))


def digest(data):
    return hashlib.sha256(data).hexdigest()


def write_sums(dist):
    """Writes the SHA-256 sums of the files of a release."""
    files = sorted(path for path in dist.iterdir() if path.suffix in {".deb", ".whl", ".xz"})
    (dist / "SHA256SUMS").write_text("".join(f"{digest(path.read_bytes())}  {path.name}\n" for path in files))


def print_sizes(files):
    for file in sorted(files):
        print(f"{file.stat().st_size / 1e6:8.1f} MB  {file}")


# MARK: The program

def sources_digest():
    """A number of 20 bytes that identifies the sources and the compiler."""
    total = hashlib.sha1(run("swift", "--version").encode())
    for name in sorted(run("git", "ls-files", "-z", cwd=ROOT).split("\0")):
        path = ROOT / name
        if name and path.is_file():
            total.update(name.encode() + b"\0" + hashlib.sha1(path.read_bytes()).digest())
    return total.hexdigest()


def build(identity):
    """Builds the program without names of this directory, and returns its path."""
    scratch = ROOT / ".build" / "package"
    command = [
        "swift", "build", "-c", "release", "--product", "ridealong", "--static-swift-stdlib",
        "--scratch-path", scratch, "--disable-local-rpath",
        "-Xswiftc", "-file-prefix-map", "-Xswiftc", f"{ROOT}=.",
        "-Xcc", f"-ffile-prefix-map={ROOT}=.", "-Xcxx", f"-ffile-prefix-map={ROOT}=.",
        # The compiler exports all public functions, which nothing loads; without them the program is 4 % smaller.
        "-Xlinker", "--no-export-dynamic",
        # Names of the compiler's cache of C modules, which is below this directory.
        "-Xswiftc", "-Xfrontend", "-Xswiftc", "-no-clang-module-breadcrumbs",
        # The linker's own number would depend on sections that are removed below.
        "-Xlinker", f"--build-id=0x{identity}",
    ]
    # The compiler writes the sources of macros there, and names them in debug symbols.
    temporary = scratch / "tmp"
    temporary.mkdir(parents=True, exist_ok=True)
    print("Building …", flush=True)
    if subprocess.run([str(part) for part in command], cwd=ROOT, stdout=sys.stderr, timeout=3600,
                      env={**os.environ, "TMPDIR": str(temporary)}).returncode:
        fail("the build failed")
    return Path(run(*command, "--show-bin-path", cwd=ROOT).strip()) / "ridealong"


def split(program, folder, identity):
    """Separates the program from what only debuggers read."""
    stripped = folder / "ridealong"
    debug = folder / f"{identity[2:]}.debug"
    # The compiler's own form of the modules has absolute paths, and no use without the sources.
    without = ["--remove-section=.swift_ast"]
    run("objcopy", "--only-keep-debug", "--compress-debug-sections=zlib", *without, program, debug)
    run("objcopy", "--strip-all", *without, "--remove-section=.comment", program, stripped)
    # The compiler's numbers for incremental builds depend on the directory, and nothing reads them here.
    section = re.search(r"\.swift_modhash +\w+ +\w+ +\w+ +(\w+)", run("readelf", "-SW", stripped))
    if section:
        zeros = folder / "zeros"
        zeros.write_bytes(bytes(int(section[1], 16)))
        run("objcopy", f"--update-section=.swift_modhash={zeros}", stripped)
    run("objcopy", f"--add-gnu-debuglink={debug}", stripped)
    stripped.chmod(0o755)
    debug.chmod(0o644)
    for path in stripped, debug:
        if str(ROOT).encode() in path.read_bytes():
            fail(f"{path.name} has the name of this directory")
    return stripped, debug


def program_and_symbols(program, folder):
    """Returns the stripped program, its debug symbols and its number: of a finished program, or of one that it builds."""
    if not program:
        identity = sources_digest()
        return *split(build(identity), folder, identity), identity
    found = re.search(r"Build ID: (\w+)", run("readelf", "-n", program))
    if not found:
        fail(f"{program} has no build ID")
    return *split(program, folder, found[1]), found[1]


def check_c_library(file):
    """Returns the version of the C library that a program or a library needs; fails if it is too new."""
    versions = set(re.findall(r"\bGLIBC_(\d+)\.(\d+)", run("objdump", "-T", file)))
    newest = max(((int(major), int(minor)) for major, minor in versions), default=(0, 0))
    if newest > OLDEST_C_LIBRARY:
        fail(f"{file.name} needs glibc {newest[0]}.{newest[1]}, which Ubuntu 22.04 does not have")
    return f"{newest[0]}.{newest[1]}"


# MARK: Trees

class Tree:
    """Files with their modes, by path."""

    def __init__(self):
        self.files = {}

    def add(self, path, data, mode=0o644):
        self.files[path] = (data if isinstance(data, bytes) else data.encode(), mode)

    def link(self, path, target):
        self.files[path] = (target, None)

    def directories(self):
        found = set()
        for path in self.files:
            found.update(str(parent) for parent in Path(path).parents if str(parent) != ".")
        return sorted(found)

    def write(self, folder):
        for path, (data, mode) in self.files.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            if mode is None:
                target.symlink_to(data)
            else:
                target.write_bytes(data)
                target.chmod(mode)
        for path in [folder, *folder.rglob("*")]:
            if path.is_dir():
                path.chmod(0o755)
            os.utime(path, (epoch(), epoch()), follow_symlinks=False)

    def tar(self, prefix=""):
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w", format=tarfile.GNU_FORMAT) as tar:
            def entry(path):
                info = tarfile.TarInfo(prefix + path)
                info.mtime = epoch()
                return info
            for path in sorted([*self.directories(), *self.files]):
                info = entry(path)
                if path not in self.files:
                    info.type, info.mode = tarfile.DIRTYPE, 0o755
                    tar.addfile(info)
                    continue
                data, mode = self.files[path]
                if mode is None:
                    info.type, info.linkname, info.mode = tarfile.SYMTYPE, data, 0o777
                    tar.addfile(info)
                else:
                    info.size, info.mode = len(data), mode
                    tar.addfile(info, io.BytesIO(data))
        return out.getvalue()


def zipped(data):
    out = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=out, compresslevel=9, mtime=0) as file:
        file.write(data)
    return out.getvalue()


def shared_files(program, folder, zsh="site-functions"):
    """The pages of the manual and the completions, below share/; `zsh` is the directory in which that shell looks for them."""
    tree = Tree()
    manual = folder / "manual"
    run(ROOT / "scripts/install-manual", program, manual)
    for page in sorted(manual.glob("man*/*")):
        tree.add(f"share/man/{page.relative_to(manual)}.gz", zipped(page.read_bytes()))
    for shell, path in {
        "bash": "share/bash-completion/completions/ridealong",
        "zsh": f"share/zsh/{zsh}/_ridealong",
        "fish": "share/fish/vendor_completions.d/ridealong.fish",
    }.items():
        tree.add(path, run(program, "completions", shell))
    return tree
