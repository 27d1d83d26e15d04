"""Runs what each pod of the Indexed Job would run, with the paths of this machine."""

import subprocess
import sys
from pathlib import Path

import yaml

work = Path(sys.argv[1])
spec = yaml.safe_load(Path("deploy/kubernetes/parts.yaml").read_text())["spec"]
(container,) = spec["template"]["spec"]["containers"]
mounts = {"/plan": work, "/parts": work / "kubernetes"}
assert {mount["mountPath"] for mount in container["volumeMounts"]} == set(mounts)
for index in range(spec["completions"]):
    args = [arg.replace("$(JOB_COMPLETION_INDEX)", str(index)) for arg in container["args"]]
    for path, place in mounts.items():
        args = [
            str(place) + arg.removeprefix(path) if arg.startswith(path) else arg for arg in args
        ]
    subprocess.run(["bluff", *args], check=True, stdout=subprocess.DEVNULL)
