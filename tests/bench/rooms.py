"""The rooms of the benchmark, for a server to find: a folder with a plugin, which comes first in the server's path."""

from pathlib import Path

PLUGIN = """\
from tests.bench.lamp import lamps
from tests.bench.pairs import pairs

globals().update(lamps({lamps}, {first!r}) | pairs({pairs}, {record!r}))
"""


def add_rooms(folder: Path, lamps: int, pairs: int, record: Path, first: str = "") -> None:
    """Put the rooms `Lamp 1` to `Lamp n` and `Pairs 1` to `Pairs n` into a folder; pairs write to `record`.

    If there is a title for it, there is one more room with a lamp: the first at Home, if the title comes first.
    """
    plugins = folder / "twisted" / "plugins"
    plugins.mkdir(parents=True)
    (plugins / "bench_rooms.py").write_text(PLUGIN.format(lamps=lamps, pairs=pairs, record=str(record), first=first))
