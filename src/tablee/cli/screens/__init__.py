"""How each game looks on a terminal."""

from tablee.catalogue import Setup
from tablee.cli.screens.base import Aside, Choice, Menu, News, Row, Screen
from tablee.cli.screens.cursed import CursedScreen
from tablee.cli.screens.hat_trick import HatTrickScreen
from tablee.cli.screens.shit import ShitScreen
from tablee.cli.screens.stoick import StoickScreen
from tablee.cli.screens.stop_it import StopItScreen
from tablee.cli.voice import Voice

__all__ = ["SCREENS", "Aside", "Choice", "Menu", "News", "Row", "Screen", "Sighting", "screen_for"]

SCREENS: dict[str, type[Screen]] = {
    "stick-em": CursedScreen,
    "sticheln": CursedScreen,
    "hat-trick": HatTrickScreen,
    "shit": ShitScreen,
    "stoick": StoickScreen,
    "stop-it": StopItScreen,
}


def screen_for(setup: Setup, voice: Voice) -> Screen:
    return SCREENS[setup.game.slug](setup, voice)
