"""Learning the game by self-play on one device.

``python -m azulejos.accel.train --config run.toml --folder runs/one`` plays, learns,
measures itself, and goes on from where it stopped.
"""
