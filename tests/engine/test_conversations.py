"""Conversations that were written down are held again, word for word."""

import re
from pathlib import Path

import pytest

from tests.engine.conversations import paths
from tests.engine.talk import replay_conversation

ROOT = Path(__file__).parent.parent.parent


def test_the_conversation_in_the_documents_is_true() -> None:
    text = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    lines = re.findall(r"^    ([<>] .*)$", text, re.MULTILINE)
    assert len(lines) > 20
    replay_conversation(lines)


@pytest.mark.parametrize("path", paths(), ids=lambda path: path.stem)
def test_a_conversation_goes_as_it_was_written(path: Path) -> None:
    replay_conversation(path.read_text(encoding="ascii").splitlines())
