"""Plants mistakes into a copy of the repository, each behind a number that the variable RIDEALONG_DEFECT chooses.

A mistake is a patch NN-name.patch; `isPlanted(NN)` in it is true for its number. scripts/simulate and scripts/check-cases use this."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# In each target with a mistake, in the copy.
SWITCH = '''@_silgen_name("ridealong_planted_defect") private func plantedDefectNumber() -> Int

func isPlanted(_ number: Int) -> Bool { plantedDefectNumber() == number }
'''
# In the program, in the copy.
DEFINITION = '''import Glibc

private let number = getenv("RIDEALONG_DEFECT").flatMap { Int(String(cString: $0)) } ?? 0

@_silgen_name("ridealong_planted_defect") public func plantedDefectNumber() -> Int { number }
'''


def plant(patches, copy, program):
    """Copies the tracked files to `copy` and applies all patches; `program` is the folder of the target that the product is made of."""
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir(parents=True)
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, timeout=60).stdout
    archive = Path(str(copy) + ".tar")
    subprocess.run(["tar", "-C", str(ROOT), "--null", "-T", "-", "-cf", str(archive)], input=files, check=True, timeout=600)
    subprocess.run(["tar", "-C", str(copy), "-xf", str(archive)], check=True, timeout=600)
    archive.unlink()
    folders = set()
    for patch in patches:
        subprocess.run(["patch", "-p1", "--quiet", "--no-backup-if-mismatch", "-i", str(patch)], cwd=copy, check=True,
                       timeout=60)
        folders |= {Path(*line[6:].split("/")[:3]) for line in patch.read_text().splitlines()
                    if line.startswith("+++ b/Sources/")}
    for folder in folders:
        (copy / folder / "PlantedDefect.swift").write_text(SWITCH)
    (copy / program / "PlantedDefect.swift").write_text(DEFINITION)


def build(folder, scratch, product, configuration="release"):
    """Builds a product and returns the path of its program."""
    command = ["swift", "build", "-c", configuration, "--product", product, "--scratch-path", str(scratch),
               "--package-path", str(folder)]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=3600)
    if result.returncode != 0:
        raise SystemExit(result.stdout[-4000:] + "The build failed.")
    shown = subprocess.run([*command, "--show-bin-path"], check=True, capture_output=True, text=True, timeout=600)
    return f"{shown.stdout.strip()}/{product}"
