"""What is served at the start."""
import json
from pathlib import Path
from typing import Dict, Optional

from data import NAMES, Collection, Library, Listed
from generated import GeneratedComments, GeneratedPosts
from strips import Comics, GeneratedComics


def library(posts: Optional[int] = None, comics: Optional[int] = None) -> Library:
    """The written collections, or so many generated posts or comics in their place."""
    collections = written()
    if posts is not None:
        collections.update(posts=GeneratedPosts(posts), comments=GeneratedComments(posts))
    if comics is not None:
        collections.update(comics=GeneratedComics(comics))
    return Library(collections)


def written() -> Dict[str, Collection]:
    folder = Path(__file__).resolve().parent / "data"
    return {
        name: (Comics if name == "comics" else Listed)(
            json.loads((folder / f"{name}.json").read_text(encoding="utf-8")))
        for name in NAMES
    }
