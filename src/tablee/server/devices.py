"""What a device is called in its owner's list: its browser and its system, by what it says of itself when it comes."""

import re

NAME = 64  # characters
# The first that fits: most browsers say that they are others, too.
BROWSERS = (
    ("Edge", r"Edg(e|A|iOS)?/"),
    ("Opera", r"OPR/|Opera"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Chrome", r"Chrom(e|ium)/|CriOS/"),
    ("Safari", r"Safari/"),
)
SYSTEMS = (
    ("Android", r"Android"),
    ("iPhone", r"iPhone|iPod"),
    ("iPad", r"iPad"),
    ("ChromeOS", r"CrOS"),
    ("Windows", r"Windows"),
    ("macOS", r"Mac OS X|Macintosh"),
    ("Linux", r"Linux|X11"),
)


def device_of(agent: str) -> str:
    """Such as "Firefox, Android"; of a program its own name; nothing, if it does not say."""
    kinds = [next((name for name, mark in names if re.search(mark, agent)), "") for names in (BROWSERS, SYSTEMS)]
    program = re.match(r"[\w.-]+", agent, re.ASCII)
    return ", ".join(filter(None, kinds)) or (program.group()[:NAME] if program else "")
