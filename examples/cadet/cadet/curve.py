"""The curve of a course as a drawing."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH, HEIGHT, LEFT, BOTTOM = 720, 300, 52, 40
INK = 'font-family="sans-serif" font-size="13" fill="#26221a"'


def draw_curve(curve: Sequence[tuple[float, float]], advised: float, minutes: float) -> str:
    """Share of games won against minutes; first with advice, then without."""

    def x(minute: float) -> float:
        return LEFT + (WIDTH - LEFT - 20) * minute / minutes

    def y(share: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - 20) * share

    parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf8f0"/>']
    parts += [f'<rect x="{x(0):.0f}" y="20" width="{x(advised) - x(0):.0f}" height="{y(0) - 20:.0f}" fill="#efe6cf"/>']
    parts += [f'<text x="{x(advised / 2):.0f}" y="38" text-anchor="middle" {INK}>a captain advises</text>']
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        dash = "" if share == 0.5 else ' stroke-dasharray="2 4"'
        parts.append(f'<path d="M{LEFT} {y(share):.1f}H{WIDTH - 20}" stroke="#8a8170"{dash}/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y(share) + 4:.1f}" text-anchor="end" {INK}>{share:.0%}</text>')
    for minute in range(0, int(minutes) + 1, 2):
        parts.append(f'<text x="{x(minute):.1f}" y="{HEIGHT - 20}" text-anchor="middle" {INK}>{minute}</text>')
    line = " ".join(f"{x(minute):.1f},{y(share):.1f}" for minute, share in curve)
    parts.append(f'<polyline points="{line}" fill="none" stroke="#b5533c" stroke-width="2"/>')
    parts.append(f'<text x="{WIDTH - 20}" y="{HEIGHT - 4}" text-anchor="end" {INK}>minutes of one core</text>')
    title = "<title>Share of the last 200 games won against recruits while learning</title>"
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>{title}{"".join(parts)}</svg>\n'
