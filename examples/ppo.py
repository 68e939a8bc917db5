"""A small PPO on the native batch: numpy only, legal actions only, against greedy and itself.

    OMP_NUM_THREADS=1 python examples/ppo.py budokan/Udaka-v1 --seats 2 --minutes 20 --out curve.svg

Half of the matches are played against the greedy opponent, the other half against itself. All that
a network sees are rows of bytes and masks, so the same file learns every game.
"""

import argparse
import sys
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from numpy.typing import NDArray

import budokan.bridges.gym  # noqa: F401 - registers the games

Array = NDArray[np.float32]
Weights = dict[str, Array]

PLACES = 128  # matches at once, of each kind
STEPS = 128  # of each match before the network learns from them
EPOCHS, PARTS = 3, 8  # how often it learns from them, in how many parts
CLIP, TRACE = 0.2, 0.95
VALUE_SHARE, ENTROPY_SHARE = 0.5, 0.01
RATE = 1e-3  # at the beginning; it sinks to a tenth
STEEPEST = 0.5  # length of a gradient
make_vec: Any = gymnasium.make_vec
ILLEGAL = np.float32(-1e9)
TRIALS = 1000  # matches of an evaluation; the last one has four times as many
FRESH = 1_000_000  # seeds of evaluations begin here


class Seen(NamedTuple):
    """What was seen and done, and how it went; the first axis counts decisions."""

    rows: Any
    masks: Any
    actions: Any
    chances: Any  # logarithms
    returns: Any
    advantages: Any


# -- the network ----------------------------------------------------------------------------------


def new_weights(width: int, actions: int, hidden: int, luck: np.random.Generator) -> Weights:
    """Two hidden layers, and on top the scores of actions and a value."""

    def layer(rows: int, columns: int, scale: float) -> Array:
        drawn: Array = luck.standard_normal((rows, columns), np.float32)
        return drawn * np.float32(scale / np.sqrt(rows))

    made = {"one": layer(width, hidden, 1.4), "two": layer(hidden, hidden, 1.4)}
    made |= {"policy": layer(hidden, actions, 0.01), "value": layer(hidden, 1, 1.0)}
    return made | {f"{name}+": np.zeros(made[name].shape[1], np.float32) for name in made}


def forward(w: Weights, rows: Array, masks: Any) -> tuple[Array, Array, Array, Array]:
    """Both hidden layers, the logarithms of the chances of actions, and the values."""
    one = np.maximum(rows @ w["one"] + w["one+"], 0)
    two = np.maximum(one @ w["two"] + w["two+"], 0)
    scores = np.where(masks, two @ w["policy"] + w["policy+"], ILLEGAL)
    scores -= scores.max(axis=1, keepdims=True)
    chances = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    return one, two, chances, np.tanh(two @ w["value"] + w["value+"])[:, 0]


def loss(w: Weights, seen: Seen) -> float:
    """What PPO makes small: bad choices, wrong values, and too little variety."""
    _, _, chances, values = forward(w, seen.rows, seen.masks)
    ratio = np.exp(chances[np.arange(len(values)), seen.actions] - seen.chances)
    near = np.clip(ratio, 1 - CLIP, 1 + CLIP)
    gain = np.minimum(ratio * seen.advantages, near * seen.advantages)
    entropy = -(np.exp(chances) * np.where(seen.masks, chances, 0)).sum(axis=1)
    wrong = (values - seen.returns) ** 2 / 2
    return float(np.mean(-gain + VALUE_SHARE * wrong - ENTROPY_SHARE * entropy))


def gradient(w: Weights, seen: Seen) -> Weights:
    """Where the loss grows."""
    one, two, chances, values = forward(w, seen.rows, seen.masks)
    n = len(values)
    each = np.arange(n)
    ratio = np.exp(chances[each, seen.actions] - seen.chances)
    good = seen.advantages > 0
    clipped = (good & (ratio > 1 + CLIP)) | (~good & (ratio < 1 - CLIP))
    push = np.where(clipped, 0, -ratio * seen.advantages).astype(np.float32)
    policy, logs = np.exp(chances), np.where(seen.masks, chances, 0)
    scores = -push[:, None] * policy
    scores[each, seen.actions] += push
    scores += ENTROPY_SHARE * policy * (logs - (policy * logs).sum(axis=1, keepdims=True))
    value = VALUE_SHARE * (values - seen.returns) * (1 - values**2)
    upper = scores @ w["policy"].T + value[:, None] @ w["value"].T
    upper *= two > 0
    lower = (upper @ w["two"].T) * (one > 0)
    flows = {"policy": (two, scores), "value": (two, value[:, None])}
    flows |= {"two": (one, upper), "one": (seen.rows, lower)}
    found = {name: below.T @ above / n for name, (below, above) in flows.items()}
    return found | {f"{name}+": above.mean(axis=0) for name, (_, above) in flows.items()}


class Adam:
    """Steps against the gradient, each weight at its own pace."""

    def __init__(self, w: Weights) -> None:
        self.w, self.steps = w, 0
        self.mean = {name: np.zeros_like(each) for name, each in w.items()}
        self.square = {name: np.zeros_like(each) for name, each in w.items()}

    def step(self, found: Weights, rate: float) -> None:
        self.steps += 1
        length = np.sqrt(sum(float((each**2).sum()) for each in found.values()))
        shorter = min(1.0, STEEPEST / (length + 1e-9))
        for name, each in found.items():
            self.mean[name] += 0.1 * (each * shorter - self.mean[name])
            self.square[name] += 0.001 * ((each * shorter) ** 2 - self.square[name])
            mean = self.mean[name] / (1 - 0.9**self.steps)
            square = self.square[name] / (1 - 0.999**self.steps)
            self.w[name] -= np.float32(rate) * mean / (np.sqrt(square) + 1e-5)


# -- matches --------------------------------------------------------------------------------------


class Matches:
    """Matches in which the network plays one seat or all, and what is known of them so far."""

    def __init__(self, name: str, places: int, seat: str, seed: int, **settings: Any) -> None:
        self.env = make_vec(
            name, places, seat=seat, autoreset_mode="SameStep", skip_forced=True, **settings
        )
        self.high: Array = self.env.single_observation_space.high.astype(np.float32)
        self.luck = np.random.default_rng(seed)
        rows, self.info = self.env.reset(seed=seed)
        self.rows = self.scaled(rows)

    def scaled(self, rows: Any) -> Array:
        scaled: Array = rows.astype(np.float32) / self.high
        return scaled

    def step(self, w: Weights, *, best: bool = False) -> tuple[Any, ...]:
        """Let the network choose everywhere: the rows, masks, choices, and what came of them."""
        masks, seats, rows = self.info["action_mask"] == 1, self.info["seat"], self.rows
        _, _, chances, values = forward(w, rows, masks)
        varied = chances if best else chances + self.luck.gumbel(size=chances.shape)
        actions = varied.argmax(axis=1)
        new, _, terminated, truncated, self.info = self.env.step(actions)
        ended = terminated | truncated
        payoffs = self.info["final_info"]["rewards"] if ended.any() else self.info["rewards"]
        self.rows = self.scaled(new)
        taken = chances[np.arange(len(actions)), actions]
        return rows, masks, actions, taken, values, seats, ended, payoffs

    def play(self, w: Weights) -> Seen:
        """Play on for a while; advantages of each seat by its own values and its payoff."""
        rows, masks, actions, chances, values, seats, ended, payoffs = map(
            np.stack, zip(*(self.step(w) for _ in range(STEPS)), strict=True)
        )
        places, known = np.arange(values.shape[1]), np.zeros(values.shape, bool)
        advantages = np.zeros(values.shape, np.float32)
        shape = payoffs.shape[1:]
        later: Any = np.zeros(shape)
        trace, future = np.zeros(shape), np.zeros(shape, bool)
        _, _, _, later[places, self.info["seat"]] = forward(
            w, self.rows, self.info["action_mask"] == 1
        )
        future[places, self.info["seat"]] = True
        for t in range(STEPS - 1, -1, -1):
            over = ended[t]
            later[over], trace[over], future[over] = payoffs[t][over], 0, True
            mine = places, seats[t]
            trace[mine] = later[mine] - values[t] + TRACE * trace[mine]
            advantages[t], known[t] = trace[mine], future[mine]
            later[mine], future[mine] = values[t], True
        there = known.ravel()  # the last choice of a seat may have no future yet
        kept = rows, masks, actions, chances, advantages + values, advantages
        return Seen(*(each.reshape(-1, *each.shape[2:])[there] for each in kept))


def learn(w: Weights, adam: Adam, seen: Seen, rate: float, luck: np.random.Generator) -> None:
    """Go over what was seen a few times, in parts."""
    gained = seen.advantages
    seen = seen._replace(advantages=(gained - gained.mean()) / (gained.std() + 1e-8))
    for _ in range(EPOCHS):
        for part in np.array_split(luck.permutation(len(gained)), PARTS):
            adam.step(gradient(w, Seen(*(each[part] for each in seen))), rate)


def measured(w: Weights, name: str, trials: int, seed: int, **settings: Any) -> tuple[float, float]:
    """The mean score against the opponent, 0 to 1, and half its 95 % interval.

    Each place counts its first matches only, as many as the others: short ones are not preferred.
    """
    matches = Matches(name, 100, "any", seed, **settings)
    share, counts = -(-trials // 100), np.zeros(100, int)
    scores: list[float] = []
    seats = matches.info["rewards"].shape[1]
    while counts.min() < share:
        *_, mine, ended, payoffs = matches.step(w, best=True)
        for i in np.flatnonzero(ended & (counts < share)):
            counts[i] += 1
            payoff = float(payoffs[i, mine[i]])
            scores.append((payoff * (seats - 1) + 1) / seats if seats > 1 else payoff)
    return float(np.mean(scores)), 1.96 * float(np.std(scores)) / len(scores) ** 0.5


# -- the curve ------------------------------------------------------------------------------------


def curve(points: list[tuple[float, float, float]], title: str) -> str:
    """Score over minutes, with intervals, as SVG."""
    wide, high, edge = 720, 360, 48
    last = max(points[-1][0], 1e-9)

    def place(minute: float, score: float) -> tuple[float, float]:
        x = edge + (wide - 2 * edge) * minute / last
        return round(x, 1), round(high - edge - (high - 2 * edge) * score, 1)

    parts = []
    for score in (0, 0.25, 0.5, 0.75, 1):
        (left, y), (right, _) = place(0, score), place(last, score)
        shade = "#888" if score == 0.5 else "#ddd"
        parts.append(f'<path d="M{left} {y}H{right}" stroke="{shade}"/>')
        parts.append(f'<text x="{edge - 8}" y="{y + 4}" text-anchor="end">{score:.0%}</text>')
    for minute, score, margin in points:
        (x, low), (_, top) = place(minute, score - margin), place(minute, score + margin)
        parts.append(f'<path d="M{x} {low}V{top}" stroke="#7aa7d9" stroke-width="3"/>')
    line = " ".join(f"{x},{y}" for x, y in (place(minute, score) for minute, score, _ in points))
    parts.append(f'<polyline points="{line}" fill="none" stroke="#1f5fa8" stroke-width="2"/>')
    parts.append(f'<text x="{wide / 2}" y="{high - 10}" text-anchor="middle">CPU minutes</text>')
    parts.append(f'<text x="{wide - edge}" y="{high - 28}" text-anchor="end">{last:.1f}</text>')
    parts.append(f'<text x="{wide / 2}" y="24" text-anchor="middle">{title}</text>')
    size = f'viewBox="0 0 {wide} {high}" width="{wide}" font-family="sans-serif" font-size="13"'
    ground = '<rect width="100%" height="100%" fill="white"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{ground}{"".join(parts)}</svg>\n'


def main(given: list[str]) -> float:
    """Train, and return the lower bound of the final score."""
    read = argparse.ArgumentParser(description=__doc__)
    read.add_argument("env")
    read.add_argument("--seats", type=int)
    read.add_argument("--opponent", default="greedy")
    read.add_argument("--minutes", type=float, default=20.0, help="of CPU time, evaluations apart")
    read.add_argument("--hidden", type=int, default=128)
    read.add_argument("--seed", type=int, default=1)
    read.add_argument("--trials", type=int, default=TRIALS, help="matches of an evaluation")
    read.add_argument("--out", type=Path, help="the curve, as SVG")
    asked = read.parse_args(given)
    told: dict[str, Any] = {"seats": asked.seats, "opponent": asked.opponent}
    luck = np.random.default_rng(asked.seed)
    others = Matches(asked.env, PLACES, "any", asked.seed, **told)
    itself = Matches(asked.env, PLACES, "all", asked.seed + PLACES, **told)
    width, actions = others.rows.shape[1], others.env.single_action_space.n
    w = new_weights(width, int(actions), asked.hidden, luck)
    adam, spent, next_look = Adam(w), 0.0, 0.0
    points: list[tuple[float, float, float]] = []
    while True:
        minutes, over = spent / 60, spent >= 60 * asked.minutes
        if minutes >= next_look or over:
            trials = 4 * asked.trials if over else asked.trials
            seed = FRESH * (1 + len(points))  # matches that no training and no look has seen
            score, margin = measured(w, asked.env, trials, seed, **told)
            points.append((minutes, score, margin))
            print(f"{minutes:5.1f} min  {score:.3f} +-{margin:.3f}", flush=True)
            next_look += asked.minutes / 20
        if over:
            break
        began = process_time()
        for matches in (others, itself):
            rate = RATE * (1 - 0.9 * spent / (60 * asked.minutes))
            learn(w, adam, matches.play(w), rate, luck)
        spent += process_time() - began
    if asked.out:
        title = f"PPO against {asked.opponent}: {asked.env}"
        asked.out.write_text(curve(points, title), "utf-8")
    return score - margin


if __name__ == "__main__":
    print(f"lower bound {main(sys.argv[1:]):.3f}")
