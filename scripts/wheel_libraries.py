"""Gets the shared libraries of the wheel from Debian 12, for make-wheel.

Those that Debian's packages have, and four that are made here from Debian's sources with its patches:

- libcurl with OpenSSL, HTTP/2 and zlib alone. Debian's needs 24 more libraries, for protocols, logins and names that the
  program refuses or does not use.
- libmicrohttpd with its own GnuTLS and GMP. Debian's GnuTLS needs 3 MB more, for PKCS #11 and names with other letters.
- libsqlite3 without indexes for text and space, sessions and extensions.
- libexpat without arc4random, which glibc has since 2.36. glibc 2.35 is enough for the wheel.

libcrypto is linked again from Debian's objects for each wheel, with what the program, libssl and libcurl use.
libstdc++ and libgcc_s are not in the wheel: all systems of a manylinux tag have them, and Debian's libstdc++ needs glibc 2.36.
"""

import functools
import hashlib
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from release_files import ROOT, check_c_library, fail, run

WORK = ROOT / ".build" / "wheel"
RELEASE = "bookworm"
# Packages with shared libraries, and the libraries.
COPIED = {
    "libssl3": ["libssl.so.3"], "libdeflate0": ["libdeflate.so.0"], "libncursesw6": ["libncursesw.so.6"],
    "libtinfo6": ["libtinfo.so.6"], "zlib1g": ["libz.so.1"], "libnghttp2-14": ["libnghttp2.so.14"],
}
# Packages with parts of the libraries that are made here.
PARTS = {"libssl-dev": "libcrypto.a", "nettle-dev": "libnettle.a", "libtasn1-6-dev": "libtasn1.a"}
# A patch adds a file to the Makefiles of GnuTLS.
GENERATED = ["gnutls28"]
SOURCES = ["curl", "expat", "gmp", "gnutls28", "libmicrohttpd", "sqlite3"]
# The project's name, its licenses in SPDX's terms, and the packages or the source that it comes from.
ORIGINS = {
    "OpenSSL": ("Apache-2.0", "libssl3"), "libdeflate": ("MIT", "libdeflate0"), "SQLite": ("blessing", "sqlite3"),
    "ncurses": ("X11-distribute-modifications-variant", "libtinfo6"), "zlib": ("Zlib", "zlib1g"),
    "nghttp2": ("MIT", "libnghttp2-14"), "curl": ("curl", "curl"), "Expat": ("MIT", "expat"),
    "libmicrohttpd": ("LGPL-2.1-or-later", "libmicrohttpd"), "GnuTLS": ("LGPL-2.1-or-later", "gnutls28"),
    "GMP": ("LGPL-3.0-or-later OR GPL-2.0-or-later", "gmp"), "Nettle": ("LGPL-3.0-or-later OR GPL-2.0-or-later", "nettle-dev"),
    "Libtasn1": ("LGPL-2.1-or-later", "libtasn1-6-dev"),
}
# What only the making of the libraries needs; their headers are those that the program needs, too.
TOOLS = {"patchelf": "patchelf", "gcc": "gcc", "make": "make", "m4": "m4", "pkg-config": "pkg-config", "tclsh": "tcl",
         "autoconf": "autoconf", "automake": "automake", "libtoolize": "libtool", "dpkg-source": "dpkg-dev"}
FLAGS = "-fPIC -ffunction-sections -fdata-sections -fstack-protector-strong -D_FORTIFY_SOURCE=2 -g0"
LINK = ["-shared", "-Wl,--gc-sections,--no-undefined,--build-id=none,-O1,-z,relro,-z,now"]


# MARK: Debian's archive

class Archive:
    """Debian's packages and sources of one release, from the mirror that apt uses."""

    def __init__(self):
        folder = WORK / "apt"
        (folder / "lists" / "partial").mkdir(parents=True, exist_ok=True)
        targets = run("apt-get", "indextargets", "--format", "$(REPO_URI) $(CODENAME)", "Created-By: Packages",
                      "Origin: Debian")
        places = sorted({tuple(line.split()) for line in targets.splitlines() if line.split()[1].startswith(RELEASE)})
        if not {RELEASE, f"{RELEASE}-security"} <= {name for _, name in places}:
            fail(f"apt has to know Debian {RELEASE} with its security updates, from which the wheel's libraries are")
        key = "[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]"
        (folder / "sources.list").write_text("".join(
            f"{kind} {key} {address} {name} main\n" for address, name in places for kind in ["deb", "deb-src"]))
        self.options = [
            "-o", f"Dir::Etc::sourcelist={folder}/sources.list", "-o", "Dir::Etc::sourceparts=-",
            "-o", f"Dir::State::lists={folder}/lists", "-o", "APT::Sandbox::User=root",
            "-o", "Dir::Cache::pkgcache=", "-o", "Dir::Cache::srcpkgcache=",
        ]
        run("apt-get", *self.options, "update", "--error-on=any")

    def newest(self, name, versions, get):
        """Gets the newest version that the mirror has, which may list versions before it has their files."""
        def compare(one, other):
            command = ["dpkg", "--compare-versions", one, "gt", other]
            return -1 if subprocess.run(command, timeout=60).returncode == 0 else 1
        failed, errors = [], "it lists none"
        for version in sorted(set(versions), key=functools.cmp_to_key(compare)):
            result = subprocess.run([str(part) for part in get(version)], capture_output=True, text=True, timeout=900)
            if result.returncode == 0:
                for missing in failed:
                    print(f"The mirror has no {name} {missing}; the wheel has {version}.", file=sys.stderr)
                return version
            failed.append(version)
            errors = result.stderr[-1000:]
        fail(f"no {name} from the mirror: {errors}")

    def package(self, name):
        """Extracts a package below packages/, and returns its version."""
        folder = WORK / "packages" / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        lines = run("apt-cache", *self.options, "madison", name)
        versions = [line.split("|")[1].strip() for line in lines.splitlines() if line.endswith("Packages")]
        version = self.newest(name, versions, lambda version: [
            "sh", "-c", 'cd "$1" && rm -f ./*.deb && shift && apt-get "$@"', "sh", folder,
            *self.options, "download", f"{name}={version}"])
        for file in folder.glob("*.deb"):
            run("dpkg-deb", "--extract", file, folder)
        return version

    def source(self, name):
        """Unpacks a source with its patches as sources/NAME, and returns its version."""
        folder = WORK / "sources"
        work = folder / "downloads" / name
        for old in work, folder / name:
            shutil.rmtree(old, ignore_errors=True)
        work.mkdir(parents=True)
        records = run("apt-cache", *self.options, "showsrc", name)
        versions = re.findall(rf"^Package: {re.escape(name)}\n(?:.*\n)*?Version: (\S+)", records, re.MULTILINE)
        version = self.newest(name, versions, lambda version: [
            "sh", "-c", 'cd "$1" && rm -rf ./* && shift && apt-get "$@"', "sh", work,
            *self.options, "source", f"{name}={version}"])
        unpacked, = [path for path in work.iterdir() if path.is_dir()]
        unpacked.rename(folder / name)
        # Debian's patches change what scripts and Makefiles are generated from, and make would generate them again.
        for path in (folder / name).rglob("*") if name not in GENERATED else []:
            if not path.is_symlink():
                os.utime(path, (0, 0))
        return version


# MARK: Builds

def build(name, *options, flags, target=()):
    """Configures and builds a source in build/NAME, and returns that directory."""
    folder = WORK / "build" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    print(f"Building {name} …", flush=True)
    # Sources are named relatively, so that no name of this directory is in the result.
    configure = os.path.relpath(WORK / "sources" / name / "configure", folder)
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "0", "LC_ALL": "C.UTF-8"}
    machine = run("gcc", "-dumpmachine").strip()
    # GMP would otherwise be made for this very processor.
    run(configure, f"--build={machine}", f"--host={machine}", "--disable-dependency-tracking", "--with-pic",
        f"CFLAGS={flags} {FLAGS}", *options, cwd=folder, env=environment)
    run("make", f"-j{os.cpu_count()}", *target, cwd=folder, env=environment)
    return folder


def make_gmp():
    # Debian's source has no documents, which the build expects.
    documents = WORK / "sources" / "gmp" / "doc"
    documents.mkdir(exist_ok=True)
    (documents / "Makefile.in").write_text("all:\n")
    return build("gmp", "--disable-shared", "--enable-static", flags="-O2")


def make_gnutls():
    without = ["p11-kit", "idn", "tpm", "tpm2", "zlib", "brotli", "zstd"]
    disabled = ["shared", "doc", "tools", "cxx", "tests", "full-test-suite", "guile", "libdane", "nls", "rpath", "gost", "ocsp",
                "padlock", "ssl2-support", "srp-authentication", "anon-authentication", "heartbeat-support",
                "dtls-srtp-support"]
    folder = build("gnutls28", "--enable-static", "--with-included-unistring", *[f"--without-{name}" for name in without],
                   *[f"--disable-{name}" for name in disabled], flags="-Os")
    run("make", "install", f"DESTDIR={WORK}/build/installed", cwd=folder)
    return WORK / "build" / "installed" / "usr" / "local"


def make_libmicrohttpd(libraries):
    gmp, gnutls = make_gmp(), make_gnutls()
    folder = build("libmicrohttpd", "--disable-shared", "--enable-static", "--disable-doc", "--disable-examples",
                   "--disable-curl", "--enable-https=yes", f"--with-gnutls={gnutls}", f"CPPFLAGS=-I{gnutls}/include",
                   f"LDFLAGS=-L{gnutls}/lib", "LIBS=-lgnutls -ltasn1 -lhogweed -lnettle -lgmp", flags="-O2",
                   target=["-C", "src/microhttpd"])
    script = folder / "exports"
    script.write_text("{ global: MHD_*; local: *; };\n")
    run("gcc", *LINK, "-Wl,-soname,libmicrohttpd.so.12", f"-Wl,--version-script={script}",
        "-o", libraries / "libmicrohttpd.so.12", "-Wl,--whole-archive", folder / "src/microhttpd/.libs/libmicrohttpd.a",
        "-Wl,--no-whole-archive", gnutls / "lib/libgnutls.a", part("libtasn1-6-dev", "libtasn1.a"),
        part("nettle-dev", "libhogweed.a"), part("nettle-dev", "libnettle.a"), gmp / ".libs/libgmp.a", "-lpthread")


def make_libcurl(libraries):
    without = ["brotli", "zstd", "libpsl", "libidn2", "librtmp", "libssh2", "libgsasl", "gssapi", "ca-path"]
    disabled = ["static", "manual", "libcurl-option", "ldap", "ldaps", "ftp", "file", "rtsp", "dict", "telnet", "tftp", "pop3",
                "imap", "smb", "smtp", "gopher", "mqtt", "ntlm", "tls-srp", "netrc", "alt-svc", "hsts", "websockets"]
    folder = build("curl", "--with-openssl", "--with-nghttp2", "--with-zlib", "--enable-versioned-symbols",
                   "--with-ca-bundle=/etc/ssl/certs/ca-certificates.crt", *[f"--without-{name}" for name in without],
                   *[f"--disable-{name}" for name in disabled], "LDFLAGS=-Wl,--gc-sections,--build-id=none,-z,relro,-z,now",
                   flags="-Os", target=["-C", "lib"])
    shutil.copyfile(folder / "lib/.libs/libcurl.so.4", libraries / "libcurl.so.4")


def make_libexpat(libraries):
    # Debian's source has no configure script; these are all its files.
    folder = WORK / "sources" / "expat" / "expat" / "lib"
    settings = {"XML_NS": 1, "XML_DTD": 1, "XML_CONTEXT_BYTES": 1024, "BYTEORDER": 1234, "HAVE_GETRANDOM": 1,
                "HAVE_MEMMOVE": 1, "XML_ENABLE_VISIBILITY": 1}
    (folder / "expat_config.h").write_text("".join(f"#define {name} {value}\n" for name, value in settings.items()))
    run("gcc", "-O2", *FLAGS.split(), "-fvisibility=hidden", "-DHAVE_EXPAT_CONFIG_H", *LINK, "-Wl,-soname,libexpat.so.1",
        "-I.", "-o", libraries / "libexpat.so.1", "xmlparse.c", "xmlrole.c", "xmltok.c", cwd=folder)


def make_libsqlite3(libraries):
    folder = build("sqlite3", "--disable-tcl", "--enable-threadsafe", flags="-O2", target=["sqlite3.c"])
    # Debian's settings, without what the program has no use for.
    settings = ["SECURE_DELETE", "THREADSAFE=1", "USE_URI=1", "LIKE_DOESNT_MATCH_BLOBS", "MAX_SCHEMA_RETRY=25",
                "OMIT_LOOKASIDE=1", "ENABLE_COLUMN_METADATA", "OMIT_LOAD_EXTENSION"]
    run("gcc", "-O2", "-fno-strict-aliasing", *FLAGS.split(), "-D_HAVE_SQLITE_CONFIG_H", "-I.",
        *[f"-DSQLITE_{setting}" for setting in settings], *LINK, "-Wl,-soname,libsqlite3.so.0",
        "-o", libraries / "libsqlite3.so.0", "sqlite3.c", "-lpthread", "-lm", cwd=folder)


def part(package, name):
    return next((WORK / "packages" / package).rglob(name))


# MARK: All of them

# The libraries that are made here, by functions whose changes make them again.
MADE = {
    "libexpat.so.1": [make_libexpat], "libcurl.so.4": [make_libcurl, build], "libsqlite3.so.0": [make_libsqlite3, build],
    "libmicrohttpd.so.12": [make_libmicrohttpd, make_gnutls, make_gmp, build],
}


def prepare():
    """Downloads and makes once what is missing; returns the versions of the packages and sources."""
    manifest = WORK / "manifest.json"
    found = json.loads(manifest.read_text()) if manifest.exists() else {"versions": {}, "made": {}}
    versions, made = found["versions"], found["made"]
    archive = None
    for name in [*COPIED, *PARTS, *SOURCES]:
        if name not in versions:
            archive = archive or Archive()
            versions[name] = archive.source(name) if name in SOURCES else archive.package(name)
            manifest.write_text(json.dumps(found, indent=1))
    libraries = WORK / "libraries"
    libraries.mkdir(exist_ok=True)
    for package, names in COPIED.items():
        for name in names:
            shutil.copyfile(part(package, name).resolve(), libraries / name)
    for name, functions in MADE.items():
        way = json.dumps([versions, FLAGS, LINK, *map(inspect.getsource, functions)])
        state = hashlib.sha256(way.encode()).hexdigest()
        if made.get(name) != state:
            functions[0](libraries)
            made[name] = state
            manifest.write_text(json.dumps(found, indent=1))
    return versions


def symbols(file, kind):
    """The dynamic symbols of a file with their versions: those it defines, or those it needs."""
    found = {}
    for line in run("nm", "--dynamic", "--with-symbol-versions", f"--{kind}-only", file).splitlines():
        name, _, version = line.split()[-1].partition("@")
        found[name] = version.lstrip("@")
    return found


def make_libcrypto(users, target):
    """Links libcrypto with the functions that its users need; the others, and what only they use, are left out."""
    has = symbols(part("libssl3", "libcrypto.so.3"), "defined")
    needed = sorted({name for user in users for name in symbols(user, "undefined")} & set(has))
    by_version = {}
    for name in needed:
        by_version.setdefault(has[name], []).append(name)
    script, before = "", ""
    for version, names in sorted(by_version.items()):
        rest = "" if before else " local: *;"
        script += f"{version} {{ global: {'; '.join(names)};{rest} }} {before};\n"
        before = version
    exports = target.with_suffix(".exports")
    exports.write_text(script)
    kept = target.with_suffix(".kept")
    kept.write_text("".join(f"-Wl,-u,{name}\n" for name in needed))
    run("gcc", *LINK, "-Wl,-soname,libcrypto.so.3", f"-Wl,--version-script={exports}", f"@{kept}", "-o", target,
        part("libssl-dev", "libcrypto.a"), "-ldl", "-lpthread")


def libraries(program, folder):
    """Returns the paths of all libraries, ready for the wheel in which `program` is."""
    made = [WORK / "libraries" / name for name in [*MADE, *sum(COPIED.values(), [])]]
    crypto = folder / "libcrypto.so.3"
    make_libcrypto([program, *made], crypto)
    result = []
    for source in sorted([*made, crypto], key=lambda path: path.name):
        target = folder / "lib" / source.name
        target.parent.mkdir(exist_ok=True)
        run("objcopy", "--strip-unneeded", "--remove-section=.comment", "--remove-section=.gnu_debuglink", source, target)
        run("patchelf", "--set-rpath", "$ORIGIN", target)
        if str(ROOT).encode() in target.read_bytes():
            fail(f"{source.name} has the name of this directory")
        check_c_library(target)
        result.append(target)
    return result


def needed(file):
    """The names of the libraries that a file needs."""
    return set(re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "-d", file)))


def licenses():
    """The licenses of the libraries: Debian's copyright files, and the texts to which they refer."""
    texts = {}
    for project, (_, origin) in ORIGINS.items():
        if origin in SOURCES:
            path = WORK / "sources" / origin / "debian" / "copyright"
        else:
            path = WORK / "packages" / origin / "usr/share/doc" / origin / "copyright"
        texts[f"{project}.txt"] = path.read_text()
    for name in sorted({name.rstrip(".") for text in texts.values()
                        for name in re.findall(r"/usr/share/common-licenses/([A-Za-z0-9.-]+)", text)}):
        texts[f"common-licenses/{name}.txt"] = (Path("/usr/share/common-licenses") / name).read_text()
    return texts
