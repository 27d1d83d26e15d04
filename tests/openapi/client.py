"""A client generated from the OpenAPI document asks the service with no more than what is required.

client.py ADDRESS FOLDER    the client is written into FOLDER
"""

import importlib
import inspect
import json
import subprocess
import sys
import urllib.request
from pathlib import Path

address, folder = sys.argv[1], Path(sys.argv[2])
description = folder / "openapi.json"
with urllib.request.urlopen(f"{address}/api/v1/openapi.json") as answer:
    description.write_bytes(answer.read())
generator = [Path(sys.executable).with_name("openapi-python-client"), "generate", "--meta", "none"]
paths = ["--path", description, "--output-path", folder / "bluff_client"]
subprocess.run([*generator, *paths], check=True)
sys.path.insert(0, str(folder))

client = importlib.import_module("bluff_client").Client(base_url=address)
solution = importlib.import_module("bluff_client.api.solutions.solve_label")
found = solution.sync_detailed("kuhn/n3-b1", client=client)
assert (found.status_code, json.loads(found.content)["values"]) == (200, ["-1/18", "1/18"]), found
methods = importlib.import_module("bluff_client.models.method").Method
options = {"client": client, "method": methods.LP, "face": False}
by_program = solution.sync_detailed("von-neumann/n9-b2", **options)
assert json.loads(by_program.content)["method"] == "lp", by_program
pure = importlib.import_module("bluff_client.api.solutions.list_pure_equilibria").sync_detailed
few = pure("von-neumann/n9-b2", client=client, cuts=True, limit=1)
assert len(json.loads(few.content)["equilibria"]) == 1, few
assert "bool" in str(inspect.signature(pure).parameters["cuts"].annotation)
assert "int" in str(inspect.signature(pure).parameters["limit"].annotation)
print("a generated client is answered")
