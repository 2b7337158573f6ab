"""The table's client goes into the wheel: where it has not been built, it is built now, if there is npm."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        built = root / "src/countermarch/server/static/index.html"
        if version == "editable" or built.exists():
            return
        npm = shutil.which("npm")
        if npm is None or not (root / "web/package.json").exists():
            self.app.display_warning("no npm, so the wheel has no browser table: build web/ first to have it")
            return
        for words in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
            subprocess.run([npm, *words], cwd=root / "web", check=True)
