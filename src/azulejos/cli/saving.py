"""Files that games are saved in: a game overwrites its own, nobody else's unless told to."""

from pathlib import Path

from azulejos.errors import OptionError


def name_file(text: str) -> Path:
    """Return the file that a person means; ``.azul`` is added to a name without an ending."""
    try:
        path = Path(text).expanduser()
        is_folder = path.is_dir() or not path.name
    except RuntimeError:
        raise OptionError(f"there is no home folder {text.partition('/')[0]}", "save") from None
    except OSError as error:
        raise _unusable(text, error) from None
    if is_folder:
        raise OptionError(f"{path} is a folder, name a file", "save")
    return path if path.suffix else path.with_suffix(".azul")


def name_new_file(text: str) -> Path:
    """Return the file that a person means for a game to come; it must be possible, and new."""
    path = name_file(text)
    if path.exists():
        raise OptionError(f"{path} exists already, name another file", "save")
    if not path.parent.is_dir():
        raise OptionError(f"there is no folder {path.parent}", "save")
    return path


def _unusable(name: str, error: OSError | ValueError) -> OptionError:
    reason = error.strerror if isinstance(error, OSError) else None
    return OptionError(f"{name[:80]!r} cannot be written: {reason or error}", "save")


class Shelf:
    """The files in which one game has been saved."""

    def __init__(self) -> None:
        self._own: set[Path] = set()

    def put(self, text: str, name: str, overwrite: bool = False) -> Path:
        """Write a text to the file of a name, and return which that is."""
        path = name_file(name)
        mode = "w" if overwrite or path.resolve() in self._own else "x"
        try:
            with path.open(mode, encoding="utf-8") as file:
                file.write(text)
        except FileExistsError:
            raise OptionError(
                f"{path} exists already and is not of this game; save! {path} overwrites it", "save"
            ) from None
        except (OSError, ValueError) as error:
            raise _unusable(str(path), error) from None
        self._own.add(path.resolve())
        return path
