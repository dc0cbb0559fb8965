"""Measures a bot against GNU Backgammon at 0-ply, in single games in which every win counts 1.

    MATCH="--pairs 1000 --level strong --boxwood target/release/boxwood" \
        gnubg -t -q -p games/backgammon/tools/gnubg.py

GNU Backgammon 1.07 with its Python runs this script (`apt-get install gnubg`); one `boxwood protocol` keeps the
games and is asked for the bot's moves. gnubg is told that it plays for the last point of a match, where gammons and
the cube mean nothing, as they do here. Each seed is played from both sides with the same dice: turn n of a game is
rolled from the seed and n, whoever moves.
"""

import argparse
import json
import math
import os
import random
import subprocess

import gnubg

parser = argparse.ArgumentParser(prog="gnubg.py", description=__doc__.split("\n")[0])
parser.add_argument("--pairs", type=int, default=1000, help="how many seeds, each from both sides")
parser.add_argument("--seed", type=int, default=1, help="the number of the first seed")
parser.add_argument("--level", default="strong", help="of the bot")
parser.add_argument("--plies", type=int, default=0, help="how far gnubg looks ahead")
parser.add_argument("--boxwood", default="boxwood", help="the program")
args = parser.parse_args(os.environ.get("MATCH", "").split())

box = subprocess.Popen([args.boxwood, "protocol"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ask(**request):
    print(json.dumps(request), file=box.stdin, flush=True)
    answer = json.loads(box.stdout.readline())
    if "error" in answer:
        raise RuntimeError(answer["error"]["message"])
    return answer["ok"]


for line in ["automatic game off", "automatic roll off", "automatic move off", "automatic bearoff off",
             "player 0 human", "player 1 human", "confirm new off"]:
    gnubg.command("set " + line)
gnubg.command("new match 1")
CUBE = gnubg.cubeinfo()
LOOK = dict(gnubg.evalcontext(), cubeful=0, plies=args.plies, prune=0, noise=0.0)


def rolls(seed):
    """The dice of a game, turn by turn; the opening roll is of two different numbers."""
    chance = random.Random(seed)
    roll = lambda: (chance.randint(1, 6), chance.randint(1, 6))
    first = roll()
    while first[0] == first[1]:
        first = roll()
    yield first
    while True:
        yield roll()


def dice_of(first, second):
    if first == second:
        return {"doubles": {"die": first, "left": 4}}
    return {"both": {"high": max(first, second), "low": min(first, second)}}


def board(state, seat):
    """As gnubg has it: the opponent first, spaces by the way that is left, outside last."""
    points = lambda side: tuple(side[25 - way] for way in range(1, 26))
    return points(state["sides"][1 - seat]), points(state["sides"][seat])


def play_gnubg(state, seat, roll):
    """The pieces after gnubg's move."""
    move = gnubg.findbestmove(board(state, seat), dict(CUBE, move=1), LOOK, roll)
    own, enemy = list(state["sides"][seat]), list(state["sides"][1 - seat])
    for way, to in zip(move[0::2], move[1::2]):
        if way == 0:
            break
        own[25 - way] -= 1
        own[25 - max(to, 0)] += 1
        if to > 0 and enemy[to] == 1:  # hit: her space 25 - to is the enemy's to
            enemy[to] -= 1
            enemy[0] += 1
    return own, enemy


def play_bot(state, seat):
    """The pieces after the bot's move, die by die; the state has its dice."""
    ask(op="load", game="backgammon", state=state, seed="0")
    turns = state["turns"]
    while True:
        action = ask(op="bot", seat=seat, level=args.level, budget=1000, seed=str(turns))["action"]
        table = ask(op="act", seat=seat, action=action)
        after = ask(op="state")
        if table["over"] or after["turns"] != turns:
            # The rules have gone on to the next roll already, but the pieces stand as the turn left them.
            return after["sides"][seat], after["sides"][1 - seat]


def can_move(state):
    try:
        ask(op="load", game="backgammon", state=state, seed="0")
        return True
    except RuntimeError:
        return False  # a state in which nothing can be played cannot arise


def play(seed, bot):
    """Whether the bot in this seat wins."""
    ask(op="new", game="backgammon", seed="0", options={"move_cap": 2000})
    state = ask(op="state")
    state["sides"] = [[0, 2] + [0] * 10 + [5] + [0] * 4 + [3, 0, 5] + [0] * 6 for _ in range(2)]
    seat = None
    for turn, roll in enumerate(rolls(seed)):
        seat = (0 if roll[0] > roll[1] else 1) if seat is None else 1 - seat
        state["phase"] = {"move": {"seat": seat, "dice": dice_of(*roll)}}
        state["turns"] = min(turn, 1000)
        if turn == 0:
            state["opener"] = seat
        if not can_move(state):
            continue
        own, enemy = play_bot(state, seat) if seat == bot else play_gnubg(state, seat, roll)
        state["sides"][seat], state["sides"][1 - seat] = list(own), list(enemy)
        if own[25] == 15:
            return seat == bot


points = []
for number in range(args.pairs):
    seed = args.seed + number
    points.append(sum(play(seed, bot) for bot in range(2)) / 2)
    done = len(points)
    if done % 20 == 0 or done == args.pairs:
        mean = sum(points) / done
        spread = math.sqrt(sum((point - mean) ** 2 for point in points) / max(done - 1, 1) / done)
        print(f"{2 * done} games: {args.level} wins {100 * mean:.1f} % ± {196 * spread:.1f} "
              f"against gnubg {args.plies}-ply", flush=True)
box.stdin.close()
