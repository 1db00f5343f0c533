"""The whole game as an environment: pure functions over one position, made for `jax.vmap`."""

import jax
import jax.numpy as jnp

from azulejos.accel import chance, observation, outcome, play
from azulejos.accel.game import Game
from azulejos.accel.state import DRAFT, OVER, TILE, Array, State, new_state


class Environment(Game):
    """A game's rules as functions of positions, with nothing kept in between.

    Each method takes one position; ``jax.vmap(environment.move)`` takes a batch. Settings
    are those of `Game`: players, wall, max_rounds.
    """

    def new(self, start: int | Array = 0) -> State:
        """Return the position before the first deal."""
        return new_state(self, start)

    def init(self, key: Array, start: int | Array = 0) -> State:
        """Return the position after a first deal drawn with a key."""
        return self.deal(self.new(start), key)

    def move(self, state: State, action: Array) -> State:
        """Play a legal action and all that follows without a choice, but no deal."""
        return play.move(self, state, action)

    def deal_with(self, state: State, displays: Array) -> State:
        """Fill the displays with a deal, [F, 5] tiles by display and colour, where one is due."""
        return chance.deal_with(self, state, displays)

    def draw(self, state: State, key: Array) -> Array:
        """Draw a deal, i8[F, 5], without replacement: from the bag, then from the lid."""
        return chance.draw(self, state, key)

    def deal(self, state: State, key: Array) -> State:
        """Draw a deal and fill the displays, where one is due."""
        return chance.deal(self, state, key)

    def step(self, state: State, action: Array, key: Array) -> State:
        """Play a legal action, and draw the next deal if one is due."""
        return self.deal(self.move(state, action), key)

    def legal_mask(self, state: State) -> Array:
        """Tell which actions are legal, bool[num_actions]; none where nobody is to act."""
        return play.legal_mask(self, state)

    def is_decision(self, state: State) -> Array:
        """Tell whether somebody is to act."""
        return (state.phase == DRAFT) | (state.phase == TILE)

    def is_over(self, state: State) -> Array:
        """Tell whether the game is over."""
        return state.phase == OVER

    def was_truncated(self, state: State) -> Array:
        """Tell whether the game was broken off by the limit of rounds."""
        return outcome.was_truncated(self, state)

    def observe(self, state: State) -> Array:
        """Return the view of the player to act, f32[observation_size]."""
        return observation.observe(self, state)

    @property
    def observation_size(self) -> int:
        """How many numbers an observation has."""
        return observation.observation_size(self)

    def outcome(self, state: State) -> tuple[Array, Array]:
        """Return each seat's share of the victory and its lead over the best opponent, f32[P].

        Of a game that is not over: what they were if the scores stood.
        """
        return outcome.win_share(self, state), outcome.margins(self, state)

    def random_action(self, state: State, key: Array) -> Array:
        """Pick a legal action with equal chances, i32; 0 where nobody is to act."""
        mask = self.legal_mask(state)
        words = jax.random.bits(key, (2,), jnp.uint32)
        worth = _scramble(jnp.arange(mask.shape[0], dtype=jnp.uint32), words)
        return jnp.argmax(jnp.where(mask, worth | 1, 0)).astype(jnp.int32)


def _scramble(numbers: Array, words: Array) -> Array:
    """Spread numbers over 32 bits by two random words: one draw serves all actions."""
    mixed = (numbers * jnp.uint32(0x9E3779B9)) ^ words[0]
    mixed = (mixed ^ (mixed >> 16)) * jnp.uint32(0x85EBCA6B)
    mixed = (mixed ^ (mixed >> 13) ^ words[1]) * jnp.uint32(0xC2B2AE35)
    scrambled: Array = mixed ^ (mixed >> 16)
    return scrambled
