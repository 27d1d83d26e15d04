"""The manifests under deploy/ hold to their schemas, and name only settings that exist."""

import subprocess
import sys
from pathlib import Path

import kubernetes_validate
import yaml

KUBERNETES = "1.34"
help_text = subprocess.run(
    [sys.argv[1], "serve", "--help"], check=True, capture_output=True, text=True
).stdout


def exists(setting, where):
    assert setting in help_text, f"{where}: bluff serve knows no {setting}"


def kubernetes(path):
    for manifest in yaml.safe_load_all(path.read_text()):
        kubernetes_validate.validate(manifest, KUBERNETES, strict=True)
        pods = manifest["spec"].get("template", {}).get("spec", {})
        for container in pods.get("containers", []):
            assert "@sha256:" in container["image"], f"{path}: an image without a digest"
            for variable in container.get("env", []):
                if variable["name"].startswith("BLUFF_"):
                    exists(variable["name"], path)


def compose(path):
    services = yaml.safe_load(path.read_text())["services"]
    for name, service in services.items():
        pinned = "@sha256:" in service["image"] or "by digest" in service["image"]
        assert pinned, f"{path}: {name} has an image without a digest"
        assert "healthcheck" in service, f"{path}: {name} has no health check"
        for variable in service["environment"]:
            if variable.startswith("BLUFF_"):
                exists(variable, path)


files = sorted(Path("deploy/kubernetes").glob("*.yaml"))
assert files
for file in files:
    kubernetes(file)
compose(Path("deploy/compose.yaml"))
