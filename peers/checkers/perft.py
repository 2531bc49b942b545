"""Positions rich in kings and long captures, with the number of games of every length from there, counted by OpenSpiel.

    venv/bin/python peers/checkers/perft.py > crates/games/tests/data/checkers_special.perft

Positions come from random games of a fixed seed: those with kings on both sides, and those in which three pieces or more
can be captured at once. None is so near to OpenSpiel's draw after 40 quiet moves that it would matter.
"""

import random
from importlib.metadata import version

from compare import GAME, moves

DEPTH = 5
WANTED = {"kings": 12, "captures": 12}


def fen(state):
    """A position as FEN: the board turned around, so that the first player is black and at the top."""
    rows = [line[1:] for line in str(state).splitlines()[:8]]
    sides = {"W": [], "B": []}
    for row, line in enumerate(rows):
        for column, letter in enumerate(line):
            if letter != ".":
                number = 33 - (4 * row + column // 2 + 1)
                sides["B" if letter in "o8" else "W"].append((number, "K" if letter in "8*" else ""))
    lists = {side: ",".join(f"{king}{number}" for number, king in sorted(pieces)) for side, pieces in sides.items()}
    return f"{'B' if state.current_player() == 0 else 'W'}:W{lists['W']}:B{lists['B']}"


def after(state, actions):
    child = state.clone()
    for action in actions:
        child.apply_action(action)
    return child


def perft(state, depth):
    if state.is_terminal():
        return 0
    children = moves(state).values()
    return len(children) if depth == 1 else sum(perft(after(state, actions), depth - 1) for actions in children)


def main():
    print("# FEN;perft 1;2;... counted by OpenSpiel", version("open_spiel"), "(peers/checkers/perft.py)")
    chance, left = random.Random(1), dict(WANTED)
    while any(left.values()):
        state, quiet = GAME.new_initial_state(), 0
        seen = set()
        while not state.is_terminal():
            choice = moves(state)
            board = str(state)
            longest = max(len(actions) for actions in choice.values())
            kind = None
            if longest >= 3:
                kind = "captures"
            elif "8" in board[:-10] and "*" in board:
                # The letters of the board; row labels are digits, too.
                kings = [letter for line in board.splitlines()[:8] for letter in line[1:] if letter in "8*"]
                kind = "kings" if "8" in kings and "*" in kings else None
            if kind and left[kind] and kind not in seen and quiet + DEPTH < 40:
                seen.add(kind)
                left[kind] -= 1
                print(";".join([fen(state)] + [str(perft(state, depth)) for depth in range(1, DEPTH + 1)]), flush=True)
            path = chance.choice(sorted(choice))
            quiet = 0 if "x" in path else quiet + 1
            state = after(state, choice[path])


if __name__ == "__main__":
    main()
