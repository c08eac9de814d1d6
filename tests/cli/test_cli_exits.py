"""The exit codes of contract §13."""

from __future__ import annotations

import pytest

from euchre.exits import BY_VERDICT, Exit, of_answer, of_several


@pytest.mark.parametrize(
    ("status", "body", "code"),
    [
        (200, {"verdict": "illegal"}, 0),
        (422, {"type": "/problems/illegal-history"}, 1),
        (422, {"type": "/problems/illegal-move"}, 1),
        (422, {"type": "https://rules.example/problems/illegal-move"}, 1),
        (422, {"type": "/problems/impossible-state"}, 2),
        (400, {"type": "/problems/malformed-json"}, 2),
        (404, None, 2),
        (404, {"type": "/problems/illegal-move"}, 2),
        (429, {"type": "/problems/too-many-requests"}, 2),
        (422, {"type": 7}, 2),
        (500, {"type": "/problems/internal-error"}, 3),
        (503, None, 3),
    ],
)
def test_an_answer_has_one_code(status: int, body: object, code: int) -> None:
    assert of_answer(status, body) == code


def test_verdicts() -> None:
    assert (BY_VERDICT["legal"], BY_VERDICT["illegal"], BY_VERDICT["open"]) == (0, 1, 4)


@pytest.mark.parametrize(
    ("codes", "code"),
    [([], 0), ([0, 0], 0), ([0, 4], 4), ([4, 1, 0], 1), ([1, 2, 4], 2), ([0, 1, 2, 3, 4], 3)],
)
def test_of_several_files_the_gravest_counts(codes: list[int], code: int) -> None:
    assert of_several(Exit(value) for value in codes) == code
