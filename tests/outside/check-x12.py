"""Checks interchanges with pyx12: check-x12.py FOLDER. Prints findings by transaction set; exits with 1 if any exist.

pyx12 has no maps of version 005010 for 270, 271, 276 and 278: of those, only the envelopes are checked.
"""

from __future__ import annotations

import collections
import io
import json
import logging
import sys
from pathlib import Path

import pyx12.errors
import pyx12.params
import pyx12.x12file
import pyx12.x12n_document


def envelope(text: str) -> list[str]:
    """Returns the errors that pyx12 finds in the envelopes (ISA, GS, ST, trailers): counts and control numbers."""
    reader = pyx12.x12file.X12Reader(io.StringIO(text))
    errors = []
    for _ in reader:
        errors += [str(error) for error in reader.pop_errors()]
    reader.cleanup()
    return errors + [str(error) for error in reader.pop_errors()]


def validate(text: str) -> list[str]:
    """Returns the errors of a whole document, from the JSON report of pyx12."""
    report = io.StringIO()
    pyx12.x12n_document.x12n_document(pyx12.params.ParamsBase(), io.StringIO(text), None, None, fd_json=report)
    return [*walk(json.loads(report.getvalue() or "{}"))]


def walk(value: object) -> list[str]:
    if isinstance(value, list):
        return [found for member in value for found in walk(member)]
    if not isinstance(value, dict):
        return []
    found = [found for member in value.values() for found in walk(member)]
    code, said = value.get("err_cde"), value.get("err_str")
    return [*found, f"{code} {said}"] if code is not None else found


def main(folder: Path) -> int:
    logging.disable(logging.CRITICAL)
    read: collections.Counter[str] = collections.Counter()
    findings: dict[str, list[str]] = collections.defaultdict(list)
    for path in sorted(folder.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        starts = [segment.strip().split("*") for segment in text.split("~") if segment.strip().startswith("ST*")]
        kind = " ".join(start[1] for start in starts) or "TA1"
        try:
            found = validate(text)
        except pyx12.errors.EngineError as error:
            if not str(error).startswith("Map not found"):
                raise
            kind, found = f"{kind} (envelope)", envelope(text)
        read[kind] += 1
        for finding in found:
            findings[f"{kind}: {finding}"].append(path.name)
    for kind, count in sorted(read.items()):
        print(f"{count:6} {kind}")
    for finding, names in sorted(findings.items(), key=lambda entry: -len(entry[1])):
        print(f"{len(names):6} times {finding} ({names[0]})")
    print(f"{sum(read.values())} interchanges, {sum(map(len, findings.values()))} findings")
    return 1 if findings or not read else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
