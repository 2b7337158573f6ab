"""The description of the server, from which clients make their types: python -m countermarch.server.describe."""

from __future__ import annotations

import json
from tempfile import TemporaryDirectory

from countermarch.server.app import create_app


def description() -> str:
    with TemporaryDirectory() as folder:
        app = create_app(f"sqlite:///{folder}/matches.sqlite")
        document = json.dumps(app.openapi(), indent=1)
        app.state.tables.store.close()
    return document


if __name__ == "__main__":
    print(description())
