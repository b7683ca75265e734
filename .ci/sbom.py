"""Prints what the product is made of as CycloneDX JSON: locked packages, versions, hashes, licences."""

from __future__ import annotations

import json
import re
import sys
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

from controller import __version__

LOCK = Path(__file__).parent.parent / "requirements.lock"
ENTRY = re.compile(r"^([a-z0-9][a-z0-9._-]*)==(\S+)((?:\s*\\\n\s+--hash=sha256:[0-9a-f]{64})+)", re.MULTILINE)
BUILDS_ONLY = {"setuptools"}


def bill_of_materials() -> dict[str, Any]:
    components = [_component(*entry) for entry in ENTRY.findall(LOCK.read_text(encoding="utf-8"))]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": "table-controller",
                "name": "table-controller",
                "version": __version__,
            }
        },
        "components": [component for component in components if component["name"] not in BUILDS_ONLY],
    }


def _component(name: str, version: str, hashes: str) -> dict[str, Any]:
    purl = f"pkg:pypi/{name}@{version}"
    found = {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}
    licence = _licence(name)
    digests = [{"alg": "SHA-256", "content": digest} for digest in re.findall("[0-9a-f]{64}", hashes)]
    return found | ({"licenses": [licence]} if licence else {}) | {"hashes": digests}


def _licence(name: str) -> dict[str, Any] | None:
    """As the package says it; a text instead of a name is left out."""
    try:
        about = metadata(name)
    except PackageNotFoundError:
        return None
    if expression := about.get("License-Expression"):
        return {"expression": expression}
    said = about.get("License") or ""
    return {"license": {"name": said}} if said and "\n" not in said else None


if __name__ == "__main__":
    json.dump(bill_of_materials(), sys.stdout, indent=1)
    sys.stdout.write("\n")
