"""The pictures in docs/screens are those that `make screens` makes, and no others."""

import re

import pytest

from browser import LOCALES, SIZES
from screens import FOLDER, ROOT, SCREENS, looks

SMALL = 3.5e6  # bytes of all pictures
README = (ROOT / "README.md").read_text(encoding="utf-8")


def size_of(webp: bytes) -> tuple[int, int]:
    """From the extended header of a WebP, which Chromium writes."""
    assert (webp[:4], webp[8:16]) == (b"RIFF", b"WEBPVP8X")
    return int.from_bytes(webp[24:27], "little") + 1, int.from_bytes(webp[27:30], "little") + 1


@pytest.mark.parametrize("name", SCREENS)
def test_a_picture_of_every_screen_in_both_sizes_and_languages(name: str) -> None:
    shown = list(looks(name))
    assert {(size, language) for size, language, *_ in shown} == {(one, other) for one in SIZES for other in LOCALES}
    for size, *_, file in shown:
        assert size_of((FOLDER / file).read_bytes()) == SIZES[size], file


def test_no_other_pictures_and_all_of_them_small() -> None:
    files = list(FOLDER.iterdir())
    assert {file.name for file in files} == {file for name in SCREENS for *_, file in looks(name)}
    assert sum(file.stat().st_size for file in files) < SMALL


def test_the_readme_shows_some_and_says_what_they_show() -> None:
    shown = re.findall(r'<img src="([^"]+)"[^>]* alt="([^"]*)"', README) + [
        (path, alt) for alt, path in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", README)
    ]
    assert sum(path.startswith("docs/screens/") for path, _ in shown) >= 3
    for path, alt in shown:
        assert (ROOT / path).is_file(), path
        assert len(alt) > 15, path
