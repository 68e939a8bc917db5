"""What all environments share: names, setups, facts for `info`, payoffs and pictures.

It needs none of the projects that the environments are for.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from budokan import front_door, picture
from budokan.kit.contract import State, copy
from budokan.kit.entries import refuse_illegal, seats_of
from budokan.kit.errors import IllegalAction, Refusal, suggest
from budokan.kit.game import Game, Setup, Viewpoint, find_all
from budokan.kit.lens import Lens
from budokan.kit.notation import SEATS
from budokan.kit.scene import Scene

NAMESPACE: Final = "budokan"
EXTRA: Final = "research"
PACKAGES: Final = {  # of the extra, by their modules
    "gymnasium": "gymnasium",
    "numpy": "numpy",
    "open_spiel": "open_spiel",
    "pettingzoo": "pettingzoo",
    "pyspiel": "open_spiel",
}
LOSE, RAISE = "lose", "raise"
ON_ILLEGAL: Final = (LOSE, RAISE)  # what an illegal action leads to
HUMAN, TEXT, SVG, PIXELS = "human", "ansi", "svg", "rgb_array"
RENDER_MODES: Final = (HUMAN, TEXT, SVG, PIXELS)
COLUMNS, ROWS = 100, 60  # of a table drawn in text
PIXELS_WIDE: Final = 900

Cards = Mapping[str, Any] | str | Path | None


# -- what is installed ----------------------------------------------------------------------------


def missing(error: ModuleNotFoundError) -> ModuleNotFoundError:
    """The error that a package is missing, in a sentence that says what to install."""
    module = (error.name or "").partition(".")[0]
    package = PACKAGES.get(module)
    if package is None:
        return error
    return ModuleNotFoundError(
        f"This needs {package}, which is not installed: pip install 'budokan[{EXTRA}]'.",
        name=error.name,
    )


# -- names ----------------------------------------------------------------------------------------


def plain_name(game: Game) -> str:
    """The name of a game in the style of environments: DojoDuel."""
    return "".join(word.capitalize() for word in game.id.split("_"))


def env_id(game: Game) -> str:
    """The id of a game's environment, with the version of its rules: budokan/DojoDuel-v1."""
    return f"{NAMESPACE}/{plain_name(game)}-v{game.version}"


def env_games() -> dict[str, Game]:
    """The games that learning agents can play, by the ids of their environments."""
    return {env_id(game): game for game in find_all().values() if game.lens is not None}


# -- setups ---------------------------------------------------------------------------------------


def read_setup(
    game: Game,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    cards: Cards = None,
) -> Setup:
    """A checked setup from what the maker of an environment is given, as `budokan.new` takes it."""
    return front_door.read_setup(game, seats, options, cards)


def one_of(what: str, word: str, known: tuple[str, ...]) -> str:
    """A word among those that are known; any other is refused."""
    if word not in known:
        raise Refusal(f"There is no {what} {word!r}; {suggest(str(word), known)}")
    return word


def facts(game: Game, setup: Setup) -> dict[str, Any]:
    """What `info` says of a match: the game, the version of its rules, the hash of its cards."""
    return {"game": game.id, "rules": setup.rules, "cards": setup.data.hash}


# -- numbers --------------------------------------------------------------------------------------


def payoff(score: float, seats: int) -> float:
    """A score as a reward: all rewards of a match add up to 0; alone it is the score, 0 to 1."""
    return (seats * score - 1) / (seats - 1) if seats > 1 else score


def highest(lens: Lens) -> bytes:
    """The highest value of every byte of a row."""
    return b"".join(bytes([part.high]) * part.size for part in lens.parts)


def why_illegal(game: Game, setup: Setup, state: State, seat: int, id: int) -> str:
    """Why a seat may not do what an id stands for, as far as the seat may know."""
    if not 0 <= id < game.action_ids.size:
        return f"There is no action {id}; they are numbered 0 to {game.action_ids.size - 1}."
    code = int(game.action_ids.code[id])
    if code not in game.notation_of(setup):
        return f"The cards of this match have no action {id}."
    view = copy(state)
    view.observe(seat)
    try:
        refuse_illegal(game, game.veil(setup, seat), view, seat, code)
    except IllegalAction as refusal:
        return str(refusal)
    raise ValueError(f"action {id} is legal")


# -- pictures -------------------------------------------------------------------------------------


class Painter:
    """Draws positions of a match as one viewer sees them: a seat, or SPECTATOR."""

    def __init__(self, game: Game, setup: Setup, names: tuple[str, ...] = tuple(SEATS)) -> None:
        self.game, self.setup, self.names = game, setup, names
        self._viewpoints: dict[int, Viewpoint] = {}

    def scene(self, state: State, viewer: int) -> Scene:
        """What a viewer may see of a state."""
        if viewer not in self._viewpoints:
            self._viewpoints[viewer] = Viewpoint(self.game, self.setup, viewer, self.names)
        view = copy(state)
        view.observe(viewer)
        return self._viewpoints[viewer].draw(view, tuple(seats_of(state.acting())), None)

    def paint(self, mode: str, state: State, viewer: int) -> Any:
        """The picture in a mode: text, SVG, or an array of pixels; `human` prints the text."""
        scene = self.scene(state, viewer)
        if mode == SVG:
            return picture.svg(scene)
        if mode == PIXELS:
            return pixels(scene)
        text = in_text(scene)
        if mode == TEXT:
            return text
        print(text)
        return None


def in_text(scene: Scene) -> str:
    """A scene in letters: where everything lies, and what is asked or how it ended."""
    from budokan.terminal.draw.pieces import Picking
    from budokan.terminal.draw.scene import draw

    block, _ = draw(scene, Picking(), COLUMNS, ROWS)
    said = (scene.result,) if scene.result else (scene.prompt.note, scene.prompt.question)
    return "\n".join(filter(None, (scene.status, block.text(), *said)))


def pixels(scene: Scene) -> Any:
    """A scene as an array of red, green and blue: height, width, 3."""
    try:
        from budokan.bridges.pixels import decoded
    except ModuleNotFoundError as error:
        raise missing(error) from None
    from budokan.server.raster import png

    return decoded(png(picture.svg(scene, width=PIXELS_WIDE)))
