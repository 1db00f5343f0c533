"""Chance: deals drawn at random. The rules never draw; whoever wants chance brings it here."""

from azulejos.chance.draw import draw_deal
from azulejos.chance.sampler import Sampler, playouts

__all__ = ["Sampler", "draw_deal", "playouts"]
