"""The conversation around a game at the terminal: whose turn, what happened, what now."""

from collections.abc import Callable
from pathlib import Path
from shlex import quote
from typing import Final

from rich.text import Text

from azulejos.cli.board import print_table
from azulejos.cli.entry import enter_move
from azulejos.cli.game import Game
from azulejos.cli.narration import YOU, describe_end, describe_move, describe_round, round_ended
from azulejos.cli.pen import styled
from azulejos.cli.prompt import Prompt
from azulejos.cli.saving import Shelf
from azulejos.errors import AzulejosError
from azulejos.notation import format_position, format_record
from azulejos.players import DEFAULT, Limits, create
from azulejos.rules import Move, Phase

_ADVICE_NODES: Final = 3000
"""Strong advice at once; counted in nodes, the same game gives the same hints again."""
HELP: Final = """\
A move is where from, which colour, where to:
  3B2   blue from display 3 to line 2        colours: B blue  Y yellow  R red
  cR-   red from the centre to the floor              K black  W white
Type part of it, or just Enter, and the rest is asked for. Small letters do.
On the gray wall 4@2 puts the tile of line 4 in column 2; 2 alone will do.

  legal   all moves there are       undo   take your last move back, this round
  board   show the table again      save   write the game to a file: save FILE
  hint    what master would do      quit   leave the game
  position   the position as one line of text"""


class Parlour:
    """Plays one game with a person."""

    def __init__(self, game: Game, prompt: Prompt, save_to: Path | None = None) -> None:
        self._game = game
        self._prompt = prompt
        self._console = prompt.console
        self._save_to = save_to
        self._saved_at = 0
        self._shelf = Shelf()
        self._commands: Final[dict[str, Callable[[str], None]]] = {
            "help": self._help,
            "legal": self._legal,
            "undo": self._undo,
            "board": self._board,
            "save": self._save,
            "save!": self._save_anyway,
            "hint": self._hint,
            "position": self._position,
            "quit": self._quit,
        }
        self._short: Final = {"?": "help", "moves": "legal", "exit": "quit"}
        for name in self._commands:
            self._short.setdefault(name[0], name)

    def play(self) -> None:
        """Play to the end, or until the person leaves or the input ends."""
        try:
            while not self._game.state.is_over:
                self._step()
            self._end()
        except (EOFError, KeyboardInterrupt):
            self._console.print()
            self._say("You leave the game.")
        if self._save_to is not None and not self._is_saved:
            self._save(str(self._save_to))

    def _step(self) -> None:
        game = self._game
        if game.state.phase is Phase.DEAL:
            game.deal()
            self._say(f"\nRound {game.state.round}", "bold underline")
        elif game.is_persons_turn:
            self._board("")
            self._ask()
        else:
            name = game.names[game.state.player or 0]
            self._make(game.ask_opponent(), name)

    def _make(self, move: Move, name: str) -> None:
        game = self._game
        before = game.state
        self._show(describe_move(before, move, name) + styled(f"  [{move}]", "dim"))
        game.add(move)
        if round_ended(before, game.state):
            self._console.print()
            width = self._console.width
            for line in describe_round(game.round_begin, game.state, game.names, width):
                self._show(line)

    def _ask(self) -> None:
        """Ask until the person has moved or taken a move back."""
        at = self._game.num_events
        while self._game.num_events == at:
            answer = self._prompt.ask("Your column:" if self._tiling else "Your move:")
            word, _, rest = answer.partition(" ")
            word = word.lower()
            command = self._commands.get(self._short.get(word, word))
            if command is not None:
                command(rest.strip())
                continue
            try:
                move = enter_move(self._prompt, self._game.state, answer)
            except AzulejosError as error:
                self._say(f"{error}.", "red")
                continue
            if move is not None:
                self._console.print()
                self._make(move, YOU)

    @property
    def _tiling(self) -> bool:
        return self._game.state.phase is Phase.TILE

    def _end(self) -> None:
        self._board("")
        names = list(self._game.names)
        self._show(describe_end(self._game.state, names))
        if self._save_to is None and self._prompt.is_person:
            question = "\nFile to save the game in (Enter for none):"
            while not self._is_saved and (file := self._prompt.ask(question)):
                self._save(file)

    @property
    def _is_saved(self) -> bool:
        return self._saved_at == self._game.num_events

    def _help(self, rest: str) -> None:
        self._say(HELP)

    def _legal(self, rest: str) -> None:
        self._say(" ".join(map(str, self._game.state.legal_moves())))

    def _board(self, rest: str) -> None:
        self._console.print()
        print_table(self._console, self._game.state, self._game.names)

    def _undo(self, rest: str) -> None:
        if self._game.undo():
            self._saved_at = 0
            self._say("Taken back.")
        else:
            self._say("There is nothing to take back: you have not moved since the deal.", "red")

    def _save(self, rest: str, overwrite: bool = False) -> None:
        text = format_record(self._game.record())
        try:
            path = self._shelf.put(text, rest or "game.azul", overwrite)
        except AzulejosError as error:
            self._say(f"{error}.", "red")
        else:
            self._saved_at = self._game.num_events
            verify = f"azulejos verify {quote(str(path))}"
            self._say(f"Saved as {path}; check its deals with: {verify}", whole=True)

    def _save_anyway(self, rest: str) -> None:
        self._save(rest, overwrite=True)

    def _hint(self, rest: str) -> None:
        state = self._game.state
        move = create(DEFAULT, 0).choose(state, Limits(nodes=_ADVICE_NODES))
        self._show(
            Text("Hint: ") + describe_move(state, move, DEFAULT) + styled(f"  [{move}]", "dim")
        )

    def _position(self, rest: str) -> None:
        self._say(format_position(self._game.state), whole=True)

    def _quit(self, rest: str) -> None:
        # To leave is to have no more to say.
        raise EOFError

    def _say(self, text: str, style: str = "", *, whole: bool = False) -> None:
        self._show(styled(text, style), whole=whole)

    def _show(self, text: Text, *, whole: bool = False) -> None:
        """Print a text, broken where the screen ends unless it is to stay whole for copying."""
        self._console.print(text, highlight=False, soft_wrap=whole)
