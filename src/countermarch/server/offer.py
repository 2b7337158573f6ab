"""What the server offers, as a page: made here, so that nobody elsewhere is asked for a script."""

from __future__ import annotations

from html import escape
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

router = APIRouter()
TITLE = "<title>Countermarch: API</title><h1>What the server offers</h1>"
HEAD = f'<!doctype html><html lang="en"><meta charset="utf-8">{TITLE}'


@router.get("/docs", include_in_schema=False)
def offered(request: Request) -> HTMLResponse:
    document: dict[str, Any] = request.app.openapi()
    parts = [_route(path, method, route) for path, all in document["paths"].items() for method, route in all.items()]
    whole = '<p>Shapes of what is sent and answered: <a href="/openapi.json">openapi.json</a></p>'
    return HTMLResponse(f"{HEAD}{whole}<dl>{''.join(parts)}</dl></html>")


def _route(path: str, method: str, route: dict[str, Any]) -> str:
    asked = ", ".join(one["name"] for one in route.get("parameters", []) if one["in"] == "query")
    told = escape(route.get("description") or route.get("summary", ""))
    more = f" <i>?{escape(asked)}</i>" if asked else ""
    return f"<dt><b>{method.upper()}</b> <code>{escape(path)}</code>{more}</dt><dd>{told}</dd>"
