"""Tree search over the rules, compiled; what a position is worth is handed in."""

from azulejos.search.evaluator import (
    BatchEvaluator,
    Evaluator,
    PlayoutEvaluator,
    RoundEvaluator,
)
from azulejos.search.glance import glance_move, glances
from azulejos.search.graph import Graph
from azulejos.search.settings import round_evaluator
from azulejos.search.solver import Solution, Solver
from azulejos.search.tree import Tree
from azulejos.search.worth import Evaluation, features

__all__ = [
    "BatchEvaluator",
    "Evaluation",
    "Evaluator",
    "Graph",
    "PlayoutEvaluator",
    "RoundEvaluator",
    "Solution",
    "Solver",
    "Tree",
    "features",
    "glance_move",
    "glances",
    "round_evaluator",
]
