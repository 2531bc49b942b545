"""Random games of checkers, ours against OpenSpiel's rules: legal moves in every position, and results.

    python3 -m venv venv && venv/bin/pip install open_spiel          # seen with 2.0.2
    cargo run --release -p quandary-games --example checkers_playouts -- 10000 1 open-spiel \
        | venv/bin/python peers/checkers/compare.py

Exits with 1 at the first difference and says where it is.

What OpenSpiel does differently, and how it is made comparable:

- A capture of several pieces is several actions of the same player. Here they are joined: a move is everything until
  the other player is to move, and all continuations are tried.
- Its first player is white, at the bottom. Squares are turned around: its square n is our 33 - n.
- A game is drawn after 40 actions without a capture (`kMaxMovesWithoutCapture`), men's moves included, whether or not
  the side to move has a move. There is no rule on repetition. Ours plays by that under the convention `open-spiel`;
  the convention of the game's own federation is `wcdf`.
"""

import json
import sys

import pyspiel

GAME = pyspiel.load_game("checkers")


def square(name):
    """Our number of a square such as a3."""
    column, row = ord(name[0]) - ord("a"), 8 - int(name[1])
    assert (row + column) % 2 == 1, name
    return 33 - (4 * row + column // 2 + 1)


def moves(state):
    """Every whole move from a state: its squares, and the actions that make it."""
    player, found = state.current_player(), {}

    def walk(state, squares, actions):
        for action in state.legal_actions():
            text = state.action_to_string(player, action)
            start, end = square(text[:2]), square(text[2:])
            assert not squares or squares[-1] == start, (squares, text)
            path, made = (squares or [start]) + [end], actions + [action]
            # A step never goes on; only jumps can.
            jumps = abs(ord(text[0]) - ord(text[2])) == 2
            child = None
            if jumps:
                child = state.clone()
                child.apply_action(action)
            if child is not None and not child.is_terminal() and child.current_player() == player:
                walk(child, path, made)
            else:
                found[("x" if jumps else "-").join(map(str, path))] = made

    walk(state, [], [])
    return found


def main():
    games = positions = captures = longest = 0
    results = {1: 0, 0: 0, -1: 0}
    for line in sys.stdin:
        game = json.loads(line)
        state = GAME.new_initial_state()
        for ply, (legal, played) in enumerate(zip(game["legal"], game["played"])):
            where = f"game {games}, ply {ply}\n{state}"
            if state.is_terminal():
                sys.exit(f"{where}\nOpenSpiel says that it is over, we play {played}")
            if state.current_player() != ply % 2:
                sys.exit(f"{where}\nthe other side is to move")
            theirs = moves(state)
            if sorted(theirs) != sorted(legal):
                sys.exit(f"{where}\nours {sorted(legal)}\ntheirs {sorted(theirs)}")
            for action in theirs[played]:
                state.apply_action(action)
            positions += 1
            captures += len(theirs[played]) > 1
            longest = max(longest, len(theirs[played]))
        if not state.is_terminal():
            sys.exit(f"game {games}\n{state}\nwe say that it is over, OpenSpiel does not")
        if state.returns()[0] != game["result"]:
            sys.exit(f"game {games}\n{state}\nours {game['result']}, theirs {state.returns()}")
        results[game["result"]] += 1
        games += 1
    print(
        f"{games} games agree: {positions} positions with all their legal moves, {captures} captures of several pieces "
        f"(up to {longest}); first side won {results[1]}, drew {results[0]}, lost {results[-1]}"
    )
    return 0 if games else "no games were read"


if __name__ == "__main__":
    sys.exit(main())
