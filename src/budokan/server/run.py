"""Start the hall."""

import logging
import signal
import socket
import threading
import webbrowser
from pathlib import Path

import uvicorn

from budokan.kit.errors import Refusal
from budokan.play.store import data_folder
from budokan.server import wire
from budokan.server.app import make_app

PAUSE = 0.6  # seconds a bot takes at least, so that people can follow
EVERYWHERE = "0.0.0.0"


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path | None = None,
    open_browser: bool = False,
    pause: float = PAUSE,
) -> None:
    """Run the hall until it is told to stop; 0.0.0.0 lets other machines in, port 0 takes any."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s: %(message)s")
    listening = _listen(host, port)
    port = listening.getsockname()[1]
    local = f"http://{'127.0.0.1' if host == EVERYWHERE else host}:{port}"
    lan = f"http://{lan_address()}:{port}" if host == EVERYWHERE else ""
    config = uvicorn.Config(
        make_app(data or data_folder(), pause=pause, base=lan),
        ws_max_size=wire.LIMIT,
        ws_per_message_deflate=False,
        server_header=False,
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=5,
    )
    print(f"The hall is open at {local}", flush=True)
    if lan:
        print(f"Other machines on this network reach it at {lan}", flush=True)
    if open_browser:
        opening = threading.Timer(0.5, webbrowser.open, (local,))
        opening.daemon = True
        opening.start()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # closed as by Ctrl-C
    try:
        uvicorn.Server(config).run(sockets=[listening])
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()
    print("The hall is closed; every match can be resumed.", flush=True)


def _listen(host: str, port: int) -> socket.socket:
    try:
        return socket.create_server((host, port), backlog=256)
    except OSError as error:
        raise Refusal(
            f"Cannot open the hall at {host}:{port}: {error.strerror}; choose another port."
        ) from error


def lan_address() -> str:
    """This machine's address on the local network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
