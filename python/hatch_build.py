"""Writes what is derived: the OpenAPI document of the checkout, and the sync clients from the async ones."""

import runpy
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class DerivedFiles(BuildHookInterface):
    """Writes `src/carebench/openapi.json` and `_sync.py`; a source distribution has both already."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        target = root / "src/carebench/openapi.json"
        script = root.parent / "packages/systems/scripts/print-openapi.ts"
        if not script.exists():
            if target.exists():
                return
            raise RuntimeError(f"Expected {target}, as a source distribution has it, or a checkout of carebench.")
        source = root / "src/carebench"
        to_sync = runpy.run_path(str(root / "unasync.py"))["to_sync"]
        (source / "_sync.py").write_text(to_sync((source / "_async.py").read_text("utf-8")), "utf-8")
        command = ["node", "--conditions=@carebench/source", "--import", "tsx", str(script), str(target)]
        hint = "Install Node 20.19 or newer, run `npx -y pnpm@12 install` in the checkout, and try again."
        try:
            subprocess.run(command, cwd=script.parents[1], check=True, capture_output=True, text=True)
        except FileNotFoundError:
            raise RuntimeError(f"The OpenAPI document is printed by Node, which was not found. {hint}") from None
        except subprocess.CalledProcessError as error:
            raise RuntimeError(f"The OpenAPI document could not be printed. {hint}\n{error.stderr[-2000:]}") from None
