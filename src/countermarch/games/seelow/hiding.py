"""Lines of sight in words: the kernel finds what hides a hex, this says why."""

from __future__ import annotations


def reason(near: int, far: int, level: int, top: int) -> str:
    """Why a hex of this level, whose top is so high, hides levels near and far from each other.

    `higher`: ground above both ends; `cover`: what stands on the ground; `crest`: bare ground as high as the upper
    end; `shadow`: bare ground between the levels of both.
    """
    if level > max(near, far):
        return "higher"
    if top > level:
        return "cover"
    return "crest" if level == max(near, far) else "shadow"
