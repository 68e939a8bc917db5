"""A program that takes a seat and plays any choice it is offered, whatever the game.

python docs/example_bot.py http://127.0.0.1:8000 udaka green    # a table against the house
python docs/example_bot.py 'http://127.0.0.1:8000/table/…?key=…'    # a seat it is invited to
"""

import json
import random
import sys
from http.cookiejar import CookieJar
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

from websockets.sync.client import connect


def take_seat(address: str, game: str = "", opponent: str = "") -> tuple[str, str]:
    """Set up a table, or open an invitation; the table's name and the token that holds the seat."""
    jar, asked = CookieJar(), Request(address)
    if game:
        sitting = ["me", opponent] if opponent else ["me"]
        body = json.dumps({"game": game, "sitting": sitting}).encode()
        asked = Request(f"{address}/api/tables", body, {"content-type": "application/json"})
    with build_opener(HTTPCookieProcessor(jar)).open(asked) as answer:
        table = json.load(answer)["id"] if game else urlsplit(answer.url).path.split("/")[-1]
    return table, next(cookie.value or "" for cookie in jar if cookie.name == "budokan")


def play(address: str, table: str, token: str) -> str:
    """Play to the end; how it ended."""
    hall, acted = urlsplit(address), -1
    path = f"{hall.scheme.replace('http', 'ws')}://{hall.netloc}/ws/{table}"
    with connect(path, additional_headers={"cookie": f"budokan={token}"}) as socket:
        while True:
            frame = json.loads(socket.recv())
            if frame["t"] == "scene" and frame["over"]:
                return str(frame["scene"]["result"])
            if frame["t"] == "scene" and frame["scene"]["choices"] and frame["ply"] != acted:
                acted = frame["ply"]  # the same Scene may come twice
                action = random.choice(frame["scene"]["choices"])["action"]
                said = {"t": "act", "ply": acted, "seat": frame["view"], "action": action}
                socket.send(json.dumps(said))


if __name__ == "__main__":
    print(play(sys.argv[1], *take_seat(*sys.argv[1:])))
