"""A program that plays any game of Budokan by luck; docs/engine.md explains the lines.

budokan simulate udaka --agents "engine:python docs/example_engine.py,greedy" --games 50
"""

import random
import sys

legal: list[str] = []
for line in sys.stdin:
    command, _, rest = line.strip().partition(" ")
    if command == "hello":
        print("ready", flush=True)
    elif command == "legal":
        legal = rest.split(" ; ")
    elif command == "go":
        print(f"bestmove {random.choice(legal)}", flush=True)
    elif command == "quit":
        break
