"""A program that plays any choice it is offered, whatever the game: here, or in a hall.

python docs/example_bot.py udaka    # a whole match on this machine
python docs/example_bot.py http://127.0.0.1:8000 udaka green    # a table against the house
python docs/example_bot.py 'http://127.0.0.1:8000/table/…?key=…'    # a seat it is invited to
"""

import json
import random
import sys
from http.cookiejar import CookieJar
from urllib.parse import parse_qs, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

from websockets.sync.client import connect

import budokan


def play_here(game: str) -> str:
    """Play all seats of a match on this machine; how it ended."""
    match = budokan.new(game)
    while not match.over:
        match.play(random.choice(match.legal()))
    return match.story()[-1]


def take_seat(address: str, game: str = "", opponent: str = "") -> tuple[str, str]:
    """Set up a table, or take an invited seat; the table's name, the token that holds the seat."""
    link, jar = urlsplit(address), CookieJar()
    hall, table = f"{link.scheme}://{link.netloc}", link.path.split("/")[-1]
    if game:
        players = ["me", opponent] if opponent else ["me"]
        path, said = "/api/tables", {"game": game, "players": players}
    else:
        path, said = f"/api/tables/{table}/seat", {"key": parse_qs(link.query)["key"][0]}
    request = Request(hall + path, json.dumps(said).encode(), {"content-type": "application/json"})
    with build_opener(HTTPCookieProcessor(jar)).open(request) as answer:
        table = json.load(answer)["id"] if game else table
    return table, next(cookie.value or "" for cookie in jar if cookie.name == "budokan")


def play_in_hall(address: str, table: str, token: str) -> str:
    """Play one seat to the end of the match; how it ended."""
    hall, acted = urlsplit(address), -1
    path = f"{hall.scheme.replace('http', 'ws')}://{hall.netloc}/ws/{table}?protocol=3"
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
    first = sys.argv[1]
    print(play_in_hall(first, *take_seat(*sys.argv[1:])) if "://" in first else play_here(first))
