"""``python -m azulejos`` is the command line."""

from azulejos.cli import main

if __name__ == "__main__":
    main()
