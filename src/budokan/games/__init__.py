"""Every folder in here is a game. The package can be called: `budokan.games()` lists them."""

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from budokan.front_door import GameInfo


class Games(ModuleType):
    """A package that is also the function `budokan.games`, so that both can have the same name."""

    def __call__(self) -> "dict[str, GameInfo]":
        from budokan import front_door

        return front_door.games()


sys.modules[__name__].__class__ = Games
