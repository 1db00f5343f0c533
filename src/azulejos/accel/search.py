"""Batched Gumbel search, lean: all games of a batch in step, no data-dependent loops.

The tree ends with the round: a position before a deal is a leaf that the judge values, so
chance never enters. Every player maximises the own worth, so 2, 3 and 4 seats are one case.

What a node will do next changes only when a simulation passes through it. It is worked out
then, for the whole path at once, and kept; the descent is a chain of single lookups. Slot
``i + 1`` always takes what simulation ``i`` finds: where a simulation ends at a leaf of
known worth, the leaf is found again.
"""

from dataclasses import dataclass
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from azulejos.accel.environment import Environment
from azulejos.accel.gumbel import choose_inside, completed_worths, visit_schedule, weigh
from azulejos.accel.judge import ILLEGAL, Judge, Opinion, own_worth
from azulejos.accel.packing import pack, unpack
from azulejos.accel.state import Array, State

_CHILD_SHIFT = 16
_ROW = 32


@dataclass(frozen=True)
class SearchSettings:
    """How a move is searched."""

    simulations: int = 32
    considered: int = 16
    """How many actions of the root are tried at most."""
    depth: int = 0
    """The longest path; 0 follows from the simulations."""
    noise: float = 1.0
    """The scale of the Gumbel noise: 1 explores as learning needs it, 0 plays to win."""
    scale: float = 2.0
    """How much what the search finds counts against what the network likes."""
    margin_weight: float = 0.2
    """How much of a position's worth is the lead in points; the rest is the victory."""
    foresight: bool = False
    """Expect of a position what the action played came to, not what the network says of it."""

    @property
    def levels(self) -> int:
        """The longest path: deeper ones are so rare that they are not worth their time."""
        by_simulations = 6 if self.simulations <= 32 else 10 if self.simulations <= 64 else 12
        return min(self.simulations, self.depth or by_simulations)


class Found(NamedTuple):
    """What a search found for a batch."""

    action: Array
    """i32[B]: the action to play."""
    policy: Array
    """f32[B, A]: how likely a better player would choose each action."""
    regret: Array
    """f32[B, A]: how much less each action is worth than the best one; 0 for illegal ones."""
    worth: Array
    """f32[B]: what the position is worth to the player to act."""
    share: Array
    """f32[B, P]: each seat's expected share of the victory."""
    margin: Array
    """f32[B, P]: each seat's expected lead, in units of `MARGIN_SCALE`."""


class Tree(NamedTuple):
    """The trees of a batch; M slots of nodes, slot 0 the root."""

    packed: Array
    """u8[M, B, bytes]: positions."""
    logits: Array
    """f32[M, B, A]: the judge's policy."""
    raw: Array
    """f32[M, B]: the judge's worth to the player to act."""
    player: Array
    """i32[M, B]: who is to act."""
    leaf: Array
    """bool[M, B]: whether nobody is to act, so that the tree ends here."""
    visits: Array
    """f32[M, B, A]: how often an action was tried."""
    total: Array
    """f32[M, B, A]: what came of it, added up, for the player who took it."""
    child: Array
    """i16[M, B, A]: the slot an action leads to, 0 if none yet."""
    choice: Array
    """i32[M, B]: the action to try next, and above it the slot it leads to if the path goes on."""


class Root(NamedTuple):
    """What never changes at the root; read from here, the trees need not be copied to be read."""

    logits: Array
    """f32[B, A]."""
    noise: Array
    """f32[B, A]."""
    raw: Array
    """f32[B]."""


class Path(NamedTuple):
    """Where a simulation went; D levels, the root first."""

    nodes: Array
    """i32[D, B]: slots; repeated below the end."""
    actions: Array
    """i32[D, B]: what was tried in them."""
    on: Array
    """bool[D, B]: whether the path reached this level."""


def search(
    env: Environment, settings: SearchSettings, judge: Judge, states: State, key: Array
) -> Found:
    """Search a batch of positions in which somebody is to act."""
    batch = jnp.arange(states.phase.shape[0])
    judge = _in_wide_rows(env, judge)
    opinion = judge(states)
    legal = opinion.logits > ILLEGAL / 2
    noise = settings.noise * jax.random.gumbel(key, opinion.logits.shape)
    considered = jnp.minimum(settings.considered, jnp.sum(legal, axis=-1))
    schedule = jnp.asarray(visit_schedule(settings.considered, settings.simulations))
    tree = _plant(env, settings, states, opinion, noise)
    root = Root(opinion.logits, noise, tree.raw[0])
    outcomes = jnp.zeros((*legal.shape, 2 * env.players if settings.foresight else 0))

    def simulate(number: Array, carry: tuple[Tree, Array]) -> tuple[Tree, Array]:
        tree, outcomes = carry
        path = _descend(settings, tree, batch)
        last, action = path.nodes[-1], path.actions[-1]
        found = jax.vmap(lambda row: unpack(env, row))(tree.packed[last, batch])
        found = jax.vmap(env.move)(found, action)
        opinion = judge(found)
        if settings.foresight:
            outcome = jnp.concatenate([opinion.share, opinion.margin], axis=-1)
            outcomes = outcomes.at[batch, path.actions[0]].add(outcome, unique_indices=True)
        tree = _grow(env, tree, number + 1, found, opinion)
        tree = _back_up(env, tree, path, batch, number + 1, opinion.worth)
        following = jnp.minimum(number + 1, settings.simulations - 1)
        tries = schedule[considered, following].astype(jnp.float32)
        action, _ = _choose_root(root, tree, tries, settings.scale)
        return _refresh(tree, path, batch, action, settings.scale), outcomes

    tree, outcomes = lax.fori_loop(0, settings.simulations, simulate, (tree, outcomes))
    action, worths = _choose_root(root, tree, jnp.max(tree.visits[0], axis=-1), settings.scale)
    weighed = weigh(worths, tree.visits[0], settings.scale)
    policy = jax.nn.softmax(jnp.where(legal, root.logits + weighed, ILLEGAL), axis=-1)
    best = jnp.max(worths, axis=-1, where=legal, initial=0, keepdims=True)
    regret = jnp.where(legal, best - worths, 0)
    count = jnp.sum(tree.visits[0], axis=-1)
    worth = (root.raw + jnp.sum(tree.total[0], axis=-1)) / (1 + count)
    share, margin = opinion.share, opinion.margin
    if settings.foresight:
        mean = outcomes[batch, action] / tree.visits[0, batch, action][:, None]
        share, margin = jnp.split(mean, 2, axis=-1)
    policy, regret = policy[:, : env.num_actions], regret[:, : env.num_actions]
    return Found(action, policy, regret, worth, share, margin)


def _in_wide_rows(env: Environment, judge: Judge) -> Judge:
    """Let a judge add illegal actions where their number is odd, as on the gray wall.

    A GPU handles such rows so badly that self-play took nearly three times as long.
    """
    missing = -env.num_actions % _ROW if env.num_actions % 2 else 0

    def judge_widely(states: State) -> Opinion:
        opinion = judge(states)
        logits = jnp.pad(opinion.logits, ((0, 0), (0, missing)), constant_values=ILLEGAL)
        return opinion._replace(logits=logits)

    return judge_widely


def _plant(
    env: Environment, settings: SearchSettings, states: State, opinion: Opinion, noise: Array
) -> Tree:
    """Return trees that hold nothing but their roots."""
    slots, (batch, actions) = settings.simulations + 1, opinion.logits.shape
    packed = jax.vmap(pack)(states)

    def empty(kind: jnp.dtype, *shape: int) -> Array:
        return jnp.zeros((slots, batch, *shape), kind)

    first = jnp.argmax(opinion.logits + noise, axis=-1).astype(jnp.int32)
    player = states.player.astype(jnp.int32)
    return Tree(
        packed=empty(jnp.uint8, packed.shape[-1]).at[0].set(packed),
        logits=empty(jnp.float32, actions).at[0].set(opinion.logits),
        raw=empty(jnp.float32).at[0].set(own_worth(env.players, opinion.worth, player)),
        player=empty(jnp.int32).at[0].set(player),
        leaf=empty(jnp.bool_),
        visits=empty(jnp.float32, actions),
        total=empty(jnp.float32, actions),
        child=empty(jnp.int16, actions),
        choice=empty(jnp.int32).at[0].set(first),
    )


def _descend(settings: SearchSettings, tree: Tree, batch: Array) -> Path:
    """Follow the choices from the root until they leave the tree."""
    node = jnp.zeros_like(batch)
    on = jnp.ones(batch.shape, bool)
    levels: list[tuple[Array, Array, Array]] = []
    for _ in range(settings.levels):
        choice = tree.choice[node, batch]
        action, child = choice & ((1 << _CHILD_SHIFT) - 1), choice >> _CHILD_SHIFT
        levels.append((node, action, on))
        on = on & (child > 0)
        node = jnp.where(on, child, node)
    nodes, actions, reached = (jnp.stack(column) for column in zip(*levels, strict=True))
    return Path(nodes, actions, reached)


def _grow(env: Environment, tree: Tree, slot: Array, states: State, opinion: Opinion) -> Tree:
    """Put what a simulation found into its slot."""
    player = states.player.astype(jnp.int32)
    return tree._replace(
        packed=tree.packed.at[slot].set(jax.vmap(pack)(states)),
        logits=tree.logits.at[slot].set(opinion.logits),
        raw=tree.raw.at[slot].set(own_worth(env.players, opinion.worth, player)),
        player=tree.player.at[slot].set(player),
        leaf=tree.leaf.at[slot].set(~env.is_decision(states)),
        choice=tree.choice.at[slot].set(jnp.argmax(opinion.logits, axis=-1).astype(jnp.int32)),
    )


def _back_up(
    env: Environment, tree: Tree, path: Path, batch: Array, slot: Array, worth: Array
) -> Tree:
    """Add what was found to every action on the path, worth [B, P] to each seat."""
    nodes = _places(path, tree.visits.shape[0])
    gain = own_worth(env.players, worth[None], tree.player[path.nodes, batch])  # [D, B]
    here = (nodes, batch, path.actions)
    last = (path.nodes[-1], batch, path.actions[-1])
    return tree._replace(
        visits=tree.visits.at[here].add(1, mode="drop", unique_indices=True),
        total=tree.total.at[here].add(gain, mode="drop", unique_indices=True),
        child=tree.child.at[last].set(slot.astype(jnp.int16)),
    )


def _choose_root(root: Root, tree: Tree, tries: Array, scale: float) -> tuple[Array, Array]:
    """Choose among the root's actions tried so often, [B]; return it and the worths [B, A]."""
    visits = tree.visits[0]
    worths = completed_worths(root.logits, visits, tree.total[0], root.raw)
    score = root.logits + root.noise + weigh(worths, visits, scale)
    score = jnp.where(root.logits > ILLEGAL / 2, score, -jnp.inf)
    score = jnp.where(visits == tries[:, None], score, -jnp.inf)
    return jnp.argmax(score, axis=-1).astype(jnp.int32), worths


def _refresh(tree: Tree, path: Path, batch: Array, root: Array, scale: float) -> Tree:
    """Work out what the nodes of a path do next."""
    inner = path.nodes[1:]  # [D - 1, B]
    rows = (tree.logits[inner, batch], tree.visits[inner, batch], tree.total[inner, batch])
    chosen = choose_inside(*rows, tree.raw[inner, batch], scale)
    actions = jnp.concatenate([root[None], chosen])  # [D, B]
    child = tree.child[path.nodes, batch, actions].astype(jnp.int32)
    child = jnp.where(tree.leaf[child, batch], 0, child)
    here = (_places(path, tree.choice.shape[0]), batch)
    choice = tree.choice.at[here].set(
        actions | (child << _CHILD_SHIFT), mode="drop", unique_indices=True
    )
    return tree._replace(choice=choice)


def _places(path: Path, outside: int) -> Array:
    """Return the slots of a path, all different; below its end they lie outside and are dropped."""
    below = outside + jnp.arange(path.nodes.shape[0])[:, None]
    return jnp.where(path.on, path.nodes, below)
