"""`make soak`: which scenarios are played, and what is printed at the end."""

import argparse
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from tests.bench import BenchError
from tests.bench.processes import Processes
from tests.soak.report import table
from tests.soak.scenarios import SCENARIOS
from tests.soak.stage import Result, Scenario, perform

NAMES = {scenario.name: scenario for scenario in SCENARIOS}


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="make soak",
        description="Test the server for minutes: crowds, thousands of games, timers beside a crowd. The exit status "
        "is 1 if a scenario fails.",
    )
    parser.add_argument("names", nargs="*", metavar="SCENARIO", help="which scenarios to run (default: all)")
    parser.add_argument("--list", action="store_true", help="list the scenarios and exit")
    options = parser.parse_args(argv)
    unknown = [name for name in options.names if name not in NAMES]
    if unknown:
        parser.error(f"there is no scenario {unknown[0]!r}; --list shows them all")
    options.scenarios = [NAMES[name] for name in options.names] or list(SCENARIOS)
    return options


def play(scenario: Scenario, folder: Path) -> Result:
    """Play one scenario with processes of its own, which are gone afterwards."""
    with Processes(folder) as processes:
        processes.check()
        return perform(scenario, processes)


def play_all(scenarios: Sequence[Scenario], results: list[Result]) -> None:
    """Play one scenario after the other and add what was found to `results`."""
    for number, scenario in enumerate(scenarios, 1):
        say(f"{scenario.name} ({number} of {len(scenarios)}): {scenario.about}")
        with tempfile.TemporaryDirectory(prefix="tilenet-soak-") as folder:
            results.append(play(scenario, Path(folder)))
        verdict = "pass" if results[-1].is_passed else "FAIL"
        say(f"{scenario.name}: {verdict} in {results[-1].seconds:.1f} s")


def say(text: str) -> None:
    """Tell the user how far it is."""
    print(f"soak: {text}", file=sys.stderr, flush=True)


def stop(number: int, frame: FrameType | None) -> None:
    """Let Ctrl-C and a polite kill end all processes on the way out."""
    raise KeyboardInterrupt


def main(argv: Sequence[str] | None = None) -> int:
    """Play the scenarios; 0 if all of them pass."""
    options = parse(argv)
    if options.list:
        print("\n".join(f"{scenario.name:<16} {scenario.about}" for scenario in SCENARIOS))
        return 0
    results: list[Result] = []
    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    why = ""
    try:
        play_all(options.scenarios, results)
    except KeyboardInterrupt:
        why = "interrupted"
    except BenchError as error:
        why = str(error)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if results:
        print("\n".join(table(results)))
    if why:
        print(f"make soak: {why}", file=sys.stderr)
    return int(bool(why) or not all(result.is_passed for result in results))


if __name__ == "__main__":
    sys.exit(main())
