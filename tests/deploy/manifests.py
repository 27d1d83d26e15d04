"""The manifests under deploy/ hold to their schemas, name only settings that exist, pin images by
digest, take secrets from secrets, and ask every long-lived process for its health.

python manifests.py COMMAND IMAGE-LAYOUT
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import kubernetes_validate
import yaml

KUBERNETES = "1.34"
FOLDER = Path("deploy/kubernetes")
NGINX = Path("deploy/nginx.conf")
DIGEST = re.compile(r"@sha256:[0-9a-f]{64}$")


def known(command):
    run = subprocess.run([sys.argv[1], command, "--help"], check=True, capture_output=True)
    names = set(re.findall(r"--[a-z-]+|BLUFF_[A-Z_]+", run.stdout.decode()))
    if command == "serve":
        names |= {"BLUFF_" + name[2:].upper().replace("-", "_") for name in names}
    return names


SETTINGS = {command: known(command) for command in ["serve", "batch", "health"]}


def check_command(words, variables, where):
    """Every flag and variable is one of the command's."""
    flags = [word for word in words if word.startswith("--")]
    unknown = {*flags, *filter(lambda name: name.startswith("BLUFF_"), variables)}
    unknown -= SETTINGS[words[0]]
    assert not unknown, f"{where}: bluff {words[0]} knows no {unknown}"


def check_container(container, pod, where):
    assert DIGEST.search(container["image"]), f"{where}: an image without a digest"
    variables = {variable["name"]: variable for variable in container.get("env", [])}
    check_command(container["args"], variables, where)
    if "BLUFF_CATALOGUE" in variables:
        assert "secretKeyRef" in variables["BLUFF_CATALOGUE"]["valueFrom"], where
    if "BLUFF_TOKEN_FILE" in variables:
        folder, name = variables["BLUFF_TOKEN_FILE"]["value"].rsplit("/", 1)
        mounts = {mount["mountPath"]: mount["name"] for mount in container["volumeMounts"]}
        volumes = {volume["name"]: volume for volume in pod["volumes"]}
        files = volumes[mounts[folder]]["secret"]["items"]
        assert name in [file["path"] for file in files], f"{where}: no file of tokens"


def check_manifest(manifest, where):
    kubernetes_validate.validate(manifest, KUBERNETES, strict=True)
    pod = manifest["spec"].get("template", {}).get("spec", {})
    for container in pod.get("containers", []):
        check_container(container, pod, where)
        if manifest["kind"] == "StatefulSet":
            probes = [container[f"{kind}Probe"]["httpGet"]["path"] for kind in PROBES]
            assert probes == list(PROBES.values()), f"{where}: {probes}"


PROBES = {"readiness": "/readyz", "liveness": "/healthz"}


def kubernetes():
    manifests = {
        path.name: list(yaml.safe_load_all(path.read_text())) for path in FOLDER.glob("*.yaml")
    }
    (kustomization,) = manifests.pop("kustomization.yaml")
    for name, documents in manifests.items():
        for manifest in documents:
            check_manifest(manifest, name)
    listed = [manifest for name in kustomization["resources"] for manifest in manifests[name]]
    (budget,) = [one for one in listed if one["kind"] == "PodDisruptionBudget"]
    (service,) = [one for one in listed if one["kind"] == "StatefulSet"]
    selected = budget["spec"]["selector"]["matchLabels"]
    assert selected == service["spec"]["selector"]["matchLabels"]
    assert budget["spec"]["minAvailable"] < service["spec"]["replicas"]
    (ingress,) = [one for one in listed if one["kind"] == "Ingress"]
    (rule,) = ingress["spec"]["rules"]
    first = {
        path["path"]
        for path in rule["http"]["paths"]
        if path["backend"]["service"]["name"] == "bluff-first"
    }
    # The same as behind nginx.
    (pages,) = re.findall(r"location ~ (\S+) {\n *proxy_pass http://one;", NGINX.read_text())
    assert all(re.match(pages, path) for path in first), first
    assert len(first) == len(re.findall(r"\b(?:sweeps|spots|tables|class)\b", pages)), first
    if shutil.which("kubectl"):
        built = subprocess.run(["kubectl", "kustomize", FOLDER], check=True, capture_output=True)
        built = list(yaml.safe_load_all(built.stdout))
        assert len(built) == len(listed)
        for manifest in built:
            check_manifest(manifest, "kustomization.yaml")


def compose(path):
    described = yaml.safe_load(path.read_text())
    for name, service in described["services"].items():
        where = f"{path}: {name}"
        pinned = DIGEST.search(service["image"]) or "by digest" in service["image"]
        assert pinned, f"{where} has an image without a digest"
        variables = service["environment"]
        if "command" in service:
            check_command(service["command"], variables, where)
        program, *rest = service["healthcheck"]["test"][1:]
        if program == "bluff":
            check_command(rest, [], where)
        if "BLUFF_TOKEN_FILE" in variables:
            assert variables["BLUFF_TOKEN_FILE"] == f"/run/secrets/{service['secrets'][0]}", where
            assert service["secrets"][0] in described["secrets"], where


def health_checks(dockerfile, layout):
    """Those of the Dockerfile and of the image are the same."""
    (line,) = re.findall(r"^HEALTHCHECK (.*)$", dockerfile.read_text(), re.M)
    times, _, words = line.partition(" CMD ")
    assert json.loads(words)[1] in SETTINGS
    seconds = dict(re.findall(r"--([a-z-]+)=(\d+)s", times))

    def blob(described):
        return json.loads((layout / "blobs" / described["digest"].replace(":", "/")).read_text())

    (manifest,) = json.loads((layout / "index.json").read_text())["manifests"]
    check = blob(blob(manifest)["config"])["config"]["Healthcheck"]
    assert check == {
        "Test": ["CMD", *json.loads(words)],
        "Interval": int(seconds["interval"]) * 10**9,
        "Timeout": int(seconds["timeout"]) * 10**9,
        "StartPeriod": int(seconds["start-period"]) * 10**9,
    }


kubernetes()
compose(Path("deploy/compose.yaml"))
health_checks(Path("Dockerfile"), Path(sys.argv[2]))
