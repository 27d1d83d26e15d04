"""The questions of the table, which are the same in Python, as a command and over HTTP."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import _native
from ._frozen import read
from ._game import Game
from ._numbers import exact, table_text


def ask(name: str, /, *, form: str = "json", **fields: Any) -> Any:
    """The answer to a question by its name, with the fields of its command and of its address.

    ``json`` is the document as frozen data with exact numbers; other forms are text. A field with a
    hyphen, or that is a word of Python, has an underscore: ``best_bet``, ``raise_``. Ranges and
    lists are written as the command takes them; ``None`` is left out.

    >>> ask("grid", game="von-neumann", n=range(3, 5), b=["5/2"])[0]["label"]
    'von-neumann/n3-b5_2'
    >>> ask("compare", game="von-neumann", n="17..18", b=2, form="csv").splitlines()[1][:10]
    '17,15/136,'
    """
    text = written(name, fields, form)
    return read(text) if form == "json" else text


def written(name: str, fields: Mapping[str, Any], form: str = "json") -> str:
    """The text of an answer."""
    texts = {key: _text(key, value) for key, value in fields.items() if value is not None}
    return _native.ask(
        name, {key.rstrip("_").replace("_", "-"): text for key, text in texts.items()}, form
    )


def named(question: Mapping[str, Any]) -> Callable[..., Any]:
    """The function of a question. Values without a name stand in the order of its fields."""
    keys = [key for key, _ in question["fields"]]

    def asked(*values: Any, form: str = "json", **fields: Any) -> Any:
        if len(values) > len(keys):
            raise TypeError(f"{len(values)} values, expected at most {len(keys)}")
        return ask(question["name"], form=form, **dict(zip(keys, values)), **fields)

    fields = "\n".join(f"- ``{key}``: {about}" for key, about in question["fields"])
    asked.__name__ = asked.__qualname__ = question["name"]
    asked.__doc__ = f"{question['about']}. See `ask`.\n\n{fields}"
    return asked


def _text(key: str, value: Any) -> str:
    """A field as text, as the command takes it."""
    if isinstance(value, Game):
        return value.file or value.label
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, range) and value.step == 1 and value:
        return f"{value[0]}..{value[-1]}"
    if key == "game" and isinstance(value, (list, tuple)):
        return table_text(value)
    if isinstance(value, (list, tuple, range, set, frozenset)):
        # Sets of bet sizes, each with commas between its sizes.
        sets = any(isinstance(each, (list, tuple)) for each in value)
        return (";" if sets else ",").join(_text(key, each) for each in value)
    document = getattr(value, "document", None)
    return document if isinstance(document, str) else exact(key, value)
