"""Random games of OpenSpiel's gomoku and mnk, for `gomoku_playouts` to compare with.

    python -m venv venv && venv/bin/pip install open_spiel
    venv/bin/python peers/gomoku/playouts.py 10000 | cargo run --release -p quandary-games --example gomoku_playouts

A line is a game: board; points played; how many points are legal before each move and after the last; the sums of their
numbers; the result for the side that began. Nothing is left out: legal points are compared at every ply.

What differs, and why it is not compared:
- OpenSpiel has one rule, five or more in a row, which is `free` here; `standard` and `renju` have no counterpart there.
- `gomoku` is on square boards (and, with `dims` and `wrap`, on boards that do not exist here); `mnk(m, n, k)` has m columns
  and n rows, which is `NxM/K` here.
- OpenSpiel numbers rows from the top, records here from the bottom. The rules do not depend on it.
"""

import random
import sys

import pyspiel

# Games of OpenSpiel, the same board here, and their share of all games.
GAMES = [
    ("gomoku", "15x15", 4),
    ("gomoku(size=19)", "19x19", 1),
    ("gomoku(size=9,connect=4)", "9x9/4", 2),
    ("gomoku(size=6,connect=5)", "6x6", 2),
    ("mnk(m=3,n=3,k=3)", "3x3/3", 2),
    ("mnk(m=4,n=3,k=3)", "3x4/3", 2),
    ("mnk(m=5,n=5,k=4)", "5x5/4", 3),
    ("mnk(m=7,n=4,k=4)", "4x7/4", 2),
    ("mnk(m=15,n=15,k=5)", "15x15", 2),
]


def main() -> None:
    total = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    draw = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    shares = sum(share for _, _, share in GAMES)
    for name, board, share in GAMES:
        game = pyspiel.load_game(name)
        for _ in range(-(-total * share // shares)):
            state = game.new_initial_state()
            moves, counts, sums = [], [], []
            while True:
                over = state.is_terminal()
                legal = [] if over else state.legal_actions()
                counts.append(len(legal))
                sums.append(sum(legal))
                if over:
                    break
                moves.append(draw.choice(legal))
                state.apply_action(moves[-1])
            fields = [board, *(" ".join(map(str, part)) for part in (moves, counts, sums))]
            print(";".join([*fields, str(round(state.returns()[0]))]))


if __name__ == "__main__":
    main()
