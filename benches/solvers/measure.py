"""Runs every solver on every game, and writes figures.json for page.py.

Each run is a process of its own, under limits.
"""

import argparse
import datetime
import importlib.metadata
import itertools
import json
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path

from files import FORMS, value
from peers import GAMES, found

HERE = Path(__file__).parent
BLUFF = str(HERE.parent.parent / "target/release/bluff")
# A value that is further off, in antes, is no answer.
OFF_AT_MOST = Fraction(1, 10**5)
# Runs shorter than this many seconds are made three times, and the median counts.
SHORT = 1.0
# The limit is processor time, so that a busy machine fails nobody; a run may last so many times as
# long, if it waits.
PATIENCE = 10
# A form that takes so many times the processor time of another, and is not short, is not tried on
# larger decks.
SLOWER = 4


def version(peer):
    if peer.registry == "ours":
        return printed([BLUFF, "--version"]).split()[-1]
    if peer.registry == "PyPI":
        return importlib.metadata.version(peer.package)
    return printed(["dpkg-query", "--show", "--showformat=${Version}", peer.package])


def printed(command, **options):
    """Standard output of a command, which must succeed."""
    run = subprocess.run(command, check=True, capture_output=True, text=True, **options)
    return run.stdout


def processor():
    """Seconds of processor time that ended processes have taken."""
    taken = resource.getrusage(resource.RUSAGE_CHILDREN)
    return taken.ru_utime + taken.ru_stime


class Bench:
    def __init__(self, seconds, gigabytes, folder):
        self.seconds, self.gigabytes, self.folder = seconds, gigabytes, Path(folder)
        self.values = {}

    def once(self, command):
        """One process: its figures and all it wrote, or why there are none.

        The peak memory of a process begins with what its parent held. So `time`, which is small,
        is the parent.
        """

        def limited():
            resource.setrlimit(resource.RLIMIT_AS, (self.gigabytes << 30,) * 2)
            resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds + 1))

        figures = self.folder / "figures"
        answer = self.folder / "answer"
        answer.unlink(missing_ok=True)
        begun, before = time.perf_counter(), processor()
        process = subprocess.Popen(
            ["/usr/bin/time", "--quiet", "-f", "%M", "-o", figures, *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            cwd=HERE,
            start_new_session=True,
            preexec_fn=limited,
        )
        try:
            out, words = process.communicate(timeout=PATIENCE * self.seconds)
        except subprocess.TimeoutExpired:
            return None, "time"
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
        seconds, cpu = time.perf_counter() - begun, processor() - before
        if cpu >= self.seconds or process.returncode == 128 + signal.SIGXCPU:
            return None, "time"
        if process.returncode != 0:
            last = (out + words).strip().splitlines()[-1:]
            why = " ".join(last).replace(f"{self.folder}/", "")
            return None, why or f"exit code {process.returncode}"
        if answer.exists():
            out += answer.read_text()
        times = {"seconds": round(seconds, 4), "cpu": round(cpu, 4)}
        return times | {"kilobytes": int(figures.read_text()), "out": out}, None

    def measured(self, command):
        """The median of three short runs, or one long run."""
        runs = []
        while len(runs) < 3:
            run, why = self.once(command)
            if why:
                return None, why
            if run["seconds"] >= SHORT:
                return run, None
            runs.append(run)
        return sorted(runs, key=lambda run: run["seconds"])[1], None

    def file(self, game, form):
        """The path of the game in this form, or why there is none.

        With a program come the comments that it begins with.
        """
        kind, make = FORMS[form]
        path = self.folder / f"game.{form}"
        command = [BLUFF, "game", *game.split(), "--format", kind]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode != 0:
            return None, None, run.stderr.strip()
        with open(path, "w") as file:
            for line in make(run.stdout):
                print(line, file=file)
        return str(path), run.stdout[:4096] if kind == "mps" else None, None

    def exact(self, game):
        """Our certified value to player I; None if we fail in all the time that a run may last."""
        if game not in self.values:
            command = [BLUFF, "solve", *game.split(), "--format", "json"]
            try:
                document = printed(command, timeout=PATIENCE * self.seconds)
                self.values[game] = Fraction(json.loads(document)["values"][0])
            except subprocess.SubprocessError:
                self.values[game] = None
        return self.values[game]

    def off(self, game, answer, comments):
        """How far the answer is from right, in antes.

        That is its distance from our value, or the largest gain that its strategies leave.
        """
        if answer.startswith("{"):
            command = [BLUFF, "payoff", *game.split(), "--profile", "-", "--format", "json"]
            return Fraction(json.loads(printed(command, input=answer))["max_regret"])
        exact = self.exact(game)
        if exact is None:
            return None
        return abs((value(comments, answer) if comments else Fraction(answer)) - exact)

    def answered(self, peer, game, form):
        """The figures of one solver for one game in one form, or why there are none."""
        if form == "words":
            path, comments, why = None, None, None
            command = [BLUFF, "solve", *game.split(), "--format", "json", *peer.command]
        else:
            path, comments, why = self.file(game, form)
            words = {"FILE": path, "ANSWER": str(self.folder / "answer"), "PYTHON": sys.executable}
            command = [words.get(word, word) for word in peer.command]
        if why:
            return None, why
        run, why = self.measured(command)
        if why:
            return None, why
        answer = found(peer, run.pop("out"))
        if answer is None:
            return None, "no answer"
        off = self.off(game, answer, comments)
        if off is not None and off > OFF_AT_MOST:
            return None, f"off by {float(off):.1g}"
        fraction = all(letter in "-/0123456789" for letter in answer)
        off = None if off is None else float(off)
        return run | {"form": form, "fraction": fraction, "off": off}, None

    def best(self, peer, game, forms):
        """The figures in the form that takes the least processor time.

        Forms that fail or take much more are taken out of `forms`.
        """
        runs, why = {}, None
        for form in list(forms):
            run, failed = self.answered(peer, game, form)
            if run:
                runs[form] = run
            else:
                forms.remove(form)
                why = failed
        if not runs:
            return None, why
        best = min(runs.values(), key=lambda run: run["cpu"])
        for form, run in runs.items():
            if run["cpu"] > max(SHORT, SLOWER * best["cpu"]):
                forms.remove(form)
        return best, None


def decks(how):
    """The numbers of cards that are tried, until a solver fails or 10^18."""
    few = [3] if how == "doubled" else [3, 4, 5, 6, 7]
    doubled = (few[-1] << times for times in itertools.count(1))
    return itertools.takewhile(lambda n: n <= 10**18, itertools.chain(few, doubled))


def played(bench, words, peers, how):
    """All solvers side by side, deck by deck, each until it fails."""
    forms = {peer.name: list(peer.forms) for peer in peers}
    figures = {peer.name: {"runs": [], "ended": None} for peer in peers}
    for n in decks(how):
        for peer in peers:
            if not forms[peer.name]:
                continue
            run, why = bench.best(peer, f"{words} -n {n}", forms[peer.name])
            said = why or f"{run['seconds']:.3f} s, {run['kilobytes']} KB, {run['form']}"
            print(words, n, peer.name, said, file=sys.stderr)
            if run:
                figures[peer.name]["runs"].append({"n": n} | run)
            else:
                figures[peer.name]["ended"] = {"n": n, "why": why}
        if not any(forms.values()):
            break
    return figures


def main():
    parser = argparse.ArgumentParser(description="Other solvers beside ours, on the same games")
    parser.add_argument("--seconds", type=int, default=60, help="processor time of one run")
    parser.add_argument("--gigabytes", type=int, default=4, help="memory of one run")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asked = [peer for peers, _ in GAMES.values() for peer in peers]
        bench = Bench(arguments.seconds, arguments.gigabytes, folder)
        figures = {
            "measured": datetime.date.today().isoformat(),
            "cores": os.cpu_count(),
            "seconds": arguments.seconds,
            "gigabytes": arguments.gigabytes,
            "versions": {peer.package: version(peer) for peer in asked},
            "games": {words: played(bench, words, *how) for words, how in GAMES.items()},
        }
    # A line for each run.
    text = re.sub(r"\n {6,}|\n {5}(?=\})", " ", json.dumps(figures, indent=1))
    (HERE / "figures.json").write_text(text + "\n")


main()
