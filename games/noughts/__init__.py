"""Noughts and crosses: the smallest game, and the one to copy."""

from tilenet.games.noughts.board import Board as Board
from tilenet.games.noughts.game import Noughts as Noughts
