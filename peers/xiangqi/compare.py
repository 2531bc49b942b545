"""Compares random games of Xiangqi with Fairy-Stockfish (`pip install pyffish`; the figures are of version 0.0.90).

    cargo run --release -p quandary-games --example xiangqi_playouts -- 10000 1 | python peers/xiangqi/compare.py 100

Every game: all its moves are legal, have the world federation's names, lead to the same position, and the
result is the same. One position in 100 (or as the argument says; 1 for all, at 2 ms of CPU each): the legal moves, as a
set. Fairy-Stockfish is asked whether a game is over at its end, and at every earlier point where a rule could have
ended it: a position that has come up three times, 118 moves or more without a capture.

Seen: 2,500 games of each of the seeds 1 to 4, one position in 150, and 100 games of seed 9 with every position: no
difference in 10,100 games, 1,524,630 positions played through, 24,889 sets of legal moves.

Differences of rules, which are not errors:
- Fairy-Stockfish's `xiangqi` also lets a perpetual chase lose (AXF rules). The games are judged with `chasingRule = none`,
  and how many ends `xiangqi` itself would have judged differently is counted.
- Its `xiangqi` draws after 50 moves each without a capture, ours after 60 as the Chinese and world federations' rules say.
  The games are judged with `nMoveRule = 60`; a draw that comes earlier under 50 is counted among the others.
- It goes on after a repetition if nobody claims it; for us the game is over then.
- It writes `=` where others write a full stop for a move sideways, and names one of two pieces on a file by the file
  where only one of them could make the move; the federation names it by its sign even then.
"""

import sys

import pyffish as ff

ff.load_variant_config("[quandary:xiangqi]\nchasingRule = none\nnMoveRule = 60\n")
VARIANT = "quandary"


def theirs(move):
    """h2e2 counts rows from 0, Fairy-Stockfish from 1."""
    return f"{move[0]}{int(move[1]) + 1}{move[2]}{int(move[3]) + 1}"


def for_red(value, moves, start):
    """A value for the side to move as Red sees it."""
    sign = (value > 0) - (value < 0)
    to_move_is_red = (start.split()[1] == "w") == (len(moves) % 2 == 0)
    return sign if to_move_is_red else -sign


def judged(variant, start, moves, no_moves):
    """Whether a game is over, and the result as Red sees it."""
    if no_moves:
        return True, for_red(ff.game_result(variant, start, moves), moves, start)
    over, value = ff.is_immediate_game_end(variant, start, moves)
    if not over:
        over, value = ff.is_optional_game_end(variant, start, moves)
    return over, for_red(value, moves, start)


def same_name(name, wxf):
    """Whether two names agree, but for a sign that Fairy-Stockfish does not need."""
    name = name.replace("=", ".")
    return name == wxf or (wxf[1] in "+-" and name[0] == wxf[0] and name[1].isdigit() and name[2:] == wxf[2:])


def main():
    every = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    games = played = compared = 0
    ends = {"no move": 0, "repetition, draw": 0, "repetition, perpetual check": 0, "no capture": 0}
    otherwise = 0
    faults = []

    def fault(what, *where):
        faults.append(what)
        print(what, *where, file=sys.stderr)

    for line in sys.stdin:
        line = line.rstrip("\n")
        if line.startswith("game "):
            start, moves, names, seen = line[5:], [], [], {}
        elif line.startswith("end "):
            games += 1
            result = int(line[4:])
            where = (start, " ".join(moves))
            over, value = judged(VARIANT, start, moves, not ours)
            if not over or value != result:
                fault("result", result, over, value, *where)
            if ff.get_fen(VARIANT, start, moves) != fen:
                fault("position", fen, *where)
            for name, wxf in zip(ff.get_san_moves(VARIANT, start, moves, False, ff.NOTATION_XIANGQI_WXF), names):
                if not same_name(name, wxf):
                    fault("name", name, wxf, *where)
            if not ours:
                ends["no move"] += 1
            elif seen[place] >= 3:
                ends["repetition, perpetual check" if result else "repetition, draw"] += 1
            else:
                ends["no capture"] += 1
            if ours and judged("xiangqi", start, moves, False) != (over, value):
                otherwise += 1
        else:
            fen, ours, chosen, wxf = line.split("|")
            place = " ".join(fen.split()[:2])
            seen[place] = seen.get(place, 0) + 1
            played += 1
            if played % every == 0:
                compared += 1
                legal = ff.legal_moves(VARIANT, fen, [])
                if sorted(legal) != sorted(map(theirs, filter(None, ours.split(",")))):
                    fault("legal moves", fen)
            if chosen:
                if seen[place] >= 3 or int(fen.split()[4]) >= 118:
                    if judged(VARIANT, start, moves, False)[0]:
                        fault("over before", fen, start, " ".join(moves))
                moves.append(theirs(chosen))
                names.append(wxf)
    print(f"{games} games, {played} positions; legal moves compared in {compared}; {len(faults)} differences")
    for kind, count in ends.items():
        print(f"  {kind:<28} {count}")
    print(f"  judged otherwise by `xiangqi`, with chases and 50 moves: {otherwise}")
    return 1 if faults or not games else 0


if __name__ == "__main__":
    sys.exit(main())
