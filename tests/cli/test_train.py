"""``azulejos train`` as people use it, with a network that learns nothing worth playing."""

import html
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("jax")

from azulejos.accel.train.checkpoint import FORMAT
from tests.cli.runner import run

SMALLEST = (
    *("--set", "search.simulations=2"),
    *("--set", "evaluation.every=1000000"),
)
"""What makes a run quick to compile."""


class Shop:
    """Runs commands of their own; what one has compiled the next need not compile again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = os.environ | {
            "JAX_COMPILATION_CACHE_DIR": str(folder / "compiled"),
            "PYTHONUNBUFFERED": "1",
        }

    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        """Start ``azulejos train`` with arguments."""
        return subprocess.Popen(
            [sys.executable, "-m", "azulejos", "train", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=self.folder,
            env=self.environment,
        )

    def run(self, *arguments: str) -> str:
        """Run ``azulejos train`` to its end and return what it says."""
        process = self.start(*arguments)
        said, complaints = process.communicate(timeout=300)
        assert (process.returncode, complaints) == (0, "")
        return said


def facts_of(run: Path) -> dict[str, Any]:
    """Return what the checkpoint of a run says of it."""
    facts: dict[str, Any] = json.loads((run / "latest" / "run.json").read_text())
    return facts


def test_interrupted_it_saves_and_goes_on_with_nothing_but_its_folder(tmp_path: Path) -> None:
    shop = Shop(tmp_path)
    process = shop.start(
        *("--config", "tiny", "--folder", "one", "--set", "run.iterations=1000000", *SMALLEST)
    )
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("iteration 3 of 1,000,000, 768 plies"):
            break
    process.send_signal(signal.SIGINT)
    said, complaints = process.communicate(timeout=300)
    assert process.returncode == 130
    assert complaints == (
        "stopping after this iteration; Ctrl-C again ends at once\n"
        "Interrupted. To go on: azulejos train --folder one\n"
    )
    saved = re.search(r"^saved after iteration ([\d,]+) of 1,000,000: .* plies", said, re.MULTILINE)
    assert saved is not None
    done = int(saved[1].replace(",", ""))
    assert facts_of(tmp_path / "one")["counters"]["iteration"] == done >= 3

    last = done + 2
    said = shop.run("--folder", "one", "--set", f"run.iterations={last}")
    assert said.startswith(f"run goes on after iteration {done:,} of {last:,}: ")
    assert f"\niteration {last:,} of {last:,}, " in said
    assert said.endswith("the run is complete: one/strength.svg shows how it went\n")
    assert facts_of(tmp_path / "one")["counters"]["iteration"] == last
    assert facts_of(tmp_path / "one")["settings"]["search"]["simulations"] == 2
    assert (tmp_path / "one" / "strength.svg").exists()


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a run that has only begun."""
    folder = tmp_path_factory.mktemp("train") / "begun"
    begin = ("--config", "tiny", "--folder", str(folder), "--seconds", "0")
    done = run("train", *begin, *SMALLEST)
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith(f"to go on: azulejos train --folder {folder}\n")
    return folder


def test_a_run_may_begin_with_the_weights_of_another_mode(tmp_path: Path, begun: Path) -> None:
    gray = tmp_path / "gray"
    mode = ("--players", "2", "--wall", "g", "--origin", str(begun))
    begin = ("--config", "tiny", "--folder", str(gray), "--seconds", "0")
    assert run("train", *begin, *mode, *SMALLEST).code == 0
    assert facts_of(gray)["settings"]["game"] == {"players": 2, "wall": "gray", "max_rounds": 4}
    with (
        np.load(begun / "latest" / "params.npz") as old,
        np.load(gray / "latest" / "params.npz") as new,
    ):
        assert np.array_equal(old["inner_w"], new["inner_w"])
    refusal = run("train", "match", str(begun), str(gray)).refusal
    assert refusal == f"{begun} plays 2c, {gray} 2g"


@pytest.mark.parametrize("simulations", ["0", "2"])
def test_two_networks_meet_on_the_same_deals(begun: Path, simulations: str) -> None:
    same = begun / "latest"
    limits = ("--simulations", simulations, "--games", "7")
    done = run("train", "match", str(begun), str(same), *limits)
    assert done.code == 0
    words = dict(word.split("=", 1) for word in done.out.splitlines()[-1].split(" ")[1:])
    assert (words["a"], words["b"]) == (str(begun), str(same))
    assert (words["mode"], words["games"], words["simulations"]) == ("2c", "8", simulations)
    # The same player on both sides wins half of every pair.
    assert (words["share"], words["low"], words["high"]) == ("0.5000", "0.5000", "0.5000")
    assert words["elo"] == "0.0"


def test_a_network_of_the_package_may_be_met(begun: Path) -> None:
    shipped = Path(__file__).parents[2] / "src" / "azulejos" / "neural" / "weights" / "2c.network"
    done = run("train", "match", str(shipped), str(begun), "--simulations", "0", "--games", "8")
    words = dict(word.split("=", 1) for word in done.out.splitlines()[-1].split(" ")[1:])
    assert (words["share"], words["high"]) == ("1.0000", "1.0000")
    assert float(words["low"]) == pytest.approx(0.025 ** (1 / 4), abs=1e-4)


def test_a_run_keeps_its_game(begun: Path) -> None:
    refusal = run("train", "--folder", str(begun), "--players", "3").refusal
    assert refusal == "game.players: the run was begun with 2, which cannot be changed"
    refusal = run("train", "--folder", str(begun), "--origin", str(begun)).refusal
    assert refusal == "run.origin: the run was begun without one, which cannot be changed"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--config", "tiny"), "folder: say where the run lives, such as --folder runs/one"),
        (("--folder", "new"), "config: there is no run in new to go on with; name a file or a"),
        (("--folder", "new", "--config", "huge"), "config: huge is neither a file nor a preset ("),
        (("--set", "search.sims=3"), "search.sims: no such setting"),
        (("--set", "search=3"), "search=3: say it as TABLE.NAME=VALUE"),
        (("--set", "search.simulations=many"), "search.simulations: a whole number is expected"),
        (("--set", "learning.rate=-1.0"), "learning.rate: -1.0 is no number from 0 up"),
        (("--set", "network.width=1000000"), "network.width: 1000000 is more than 16384"),
        (("--set", "search.simulations=2000000"), "search.simulations: 2000000 is more than 65536"),
        (("--players", "5"), "game.players: 2, 3 or 4, not 5"),
        (("--wall", "x"), "wall: 'x' is not c (coloured) or g (gray)"),
        (
            ("--origin", "nothing"),
            "run.origin: there is no run, checkpoint or weights",
        ),
    ],
)
def test_what_is_wrong_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    if arguments[0] not in ("--config", "--folder"):
        arguments = ("--config", "tiny", "--folder", "new", *arguments)
    assert run("train", *arguments).refusal.startswith(reason)
    assert not list(tmp_path.iterdir())


def test_what_is_no_checkpoint_is_refused(tmp_path: Path) -> None:
    latest = tmp_path / "latest"
    latest.mkdir()
    (latest / "run.json").write_text('{"format": 0}')
    refusal = run("train", "--folder", str(tmp_path)).refusal
    assert refusal.startswith(f"{latest} is no checkpoint of this program (")


def named(run: Path, other: Path, new: Path) -> list[tuple[str, tuple[str, ...]]]:
    """Return commands in which a run has a part, each with what a refusal calls it."""
    begin = ("--config", "tiny", "--folder", str(new), "--origin", str(run), *SMALLEST)
    return [
        ("", ("--folder", str(run))),
        ("a: ", ("match", str(run), str(other))),
        ("b: ", ("match", str(other), str(run))),
        ("run.origin: ", begin),
    ]


def test_a_checkpoint_that_is_cut_short_is_refused(tmp_path: Path, begun: Path) -> None:
    damaged = shutil.copytree(begun, tmp_path / "damaged")
    file = damaged / "latest" / "params.npz"
    file.write_bytes(file.read_bytes()[:-100])
    for field, words in named(damaged, begun, tmp_path / "new"):
        refusal = run("train", *words).refusal
        assert refusal.startswith(f"{field}{file} is damaged and cannot be read (")


def test_a_checkpoint_of_another_format_is_refused(tmp_path: Path, begun: Path) -> None:
    older = shutil.copytree(begun, tmp_path / "older")
    facts = facts_of(older)
    facts["format"] -= 1
    (older / "latest" / "run.json").write_text(json.dumps(facts))
    reason = f"format {FORMAT - 1}, this program reads {FORMAT}"
    for field, words in named(older, begun, tmp_path / "new"):
        refusal = run("train", *words).refusal
        assert refusal == f"{field}{older / 'latest'} is no checkpoint of this program ({reason})"


@pytest.mark.parametrize("command", ["--folder new", "match a b", "plot a --out b.svg"])
def test_without_jax_it_says_what_to_install(tmp_path: Path, command: str) -> None:
    program = "import sys; sys.modules['jax'] = None; from azulejos.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, "train", *command.split()],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == (
        'azulejos: error: training needs JAX: pip install "azulejos[train]";'
        " for a GPU see docs/accel.md\n"
    )


def write_log(folder: Path, elos: list[float]) -> None:
    """Write the log of a run that was measured every hundred iterations."""
    folder.mkdir()
    notes: list[dict[str, object]] = [{"kind": "started", "iteration": 0}]
    for number, elo in enumerate(elos, 1):
        place = {"iteration": 100 * number, "plies": 13_000_000 * number}
        notes.append({"kind": "iteration", **place, "seconds": 30.0 * number})
        figures = {"elo": elo, "greedy_share": 0.9, "greedy_margin": 20.0}
        notes.append({"kind": "measured", **place, **figures})
    text = "".join(json.dumps(note) + "\n" for note in notes)
    (folder / "log.jsonl").write_text(text)


def test_runs_are_drawn_into_one_picture(tmp_path: Path) -> None:
    write_log(tmp_path / "long", [1400.0, 1900.0, 2100.0])
    write_log(tmp_path / "short", [1300.0, 1700.0])
    out = tmp_path / "strength.svg"
    runs = (f"two & more={tmp_path / 'long'}", str(tmp_path / "short"))
    done = run("train", "plot", *runs, "--over", "minutes", "--show", "elo", "--out", str(out))
    assert (done.code, done.out) == (0, f"picture written to {out}\n")
    texts = map(html.unescape, re.findall(r"<text[^>]*>([^<]*)</text>", out.read_text()))
    assert {"two & more", "short", "minutes", "1,400", "2,200", "1.4"} <= set(texts)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("nothing",), "runs: there is no log of a run in nothing"),
        (("else.jsonl",), "else.jsonl holds no log of a run"),
        (("run", "--over", "hours"), "over: 'hours' is none of: plies, minutes"),
        (("run", "--show", "elo,luck"), "show: 'luck' is none of: elo, share, lead"),
    ],
)
def test_what_cannot_be_drawn_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    write_log(tmp_path / "run", [1400.0])
    (tmp_path / "else.jsonl").write_text('5\n[1, 2]\n{"a": 1}\n')
    assert run("train", "plot", *arguments, "--out", "strength.svg").refusal == reason
