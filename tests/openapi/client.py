"""A client generated from the OpenAPI document calls ten operations with what they require.

client.py ADDRESS FOLDER    the client, and the document with status 431, are written into FOLDER
"""

import json
import subprocess
import sys
import urllib.request
from pathlib import Path

address, folder = sys.argv[1], Path(sys.argv[2])
with urllib.request.urlopen(f"{address}/api/v1/openapi.json") as answer:
    document = json.load(answer)
described, client_folder = folder / "openapi.json", folder / "bluff_client"
described.write_text(json.dumps(document))
generator = Path(sys.executable).with_name("openapi-python-client")
paths = ["--path", described, "--output-path", client_folder]
subprocess.run([generator, "generate", "--meta", "none", *paths], check=True)
# Any request whose head is too long gets 431; no operation says so, because it has no body.
for operation in (one for item in document["paths"].values() for one in item.values()):
    operation["responses"]["431"] = {"description": "The head of the request is too long"}
described.write_text(json.dumps(document))

sys.path.insert(0, str(folder))
from bluff_client import Client  # noqa: E402
from bluff_client.api.checking import evaluate_strategies, verify_solution  # noqa: E402
from bluff_client.api.continuous_games import compare_decks, solve_continuous_game  # noqa: E402
from bluff_client.api.operation import quote_solution  # noqa: E402
from bluff_client.api.solutions import (  # noqa: E402
    get_game,
    list_games,
    list_pure_equilibria,
    solve_game_file,
    solve_label,
    solve_labels,
)
from bluff_client.models import Explanation, Face, Method, Problem, Profile, Solution  # noqa: E402

client = Client(base_url=address)
assert "kuhn" in [game.name for game in list_games.sync(client=client).games]
kuhn = solve_label.sync("kuhn/n3-b1", client=client)
assert isinstance(kuhn, Solution) and kuhn.values == ["-1/18", "1/18"], kuhn
by_program = solve_label.sync("von-neumann/n9-b2", client=client, method=Method.LP)
assert by_program.method == "lp", by_program
card = solve_label.sync("von-neumann/n28-b4", client=client, card=3)
assert isinstance(card, Explanation) and card.views[0].actions[1].value == "-23/27", card
face = solve_label.sync("kuhn/n3-b1", client=client, face=True)
assert isinstance(face, Face) and not face.unique, face
refused = solve_label.sync("von-neumann/n1-b2", client=client)
assert isinstance(refused, Problem) and (refused.field, refused.given) == ("n", "1"), refused
assert verify_solution.sync(client=client, body=kuhn).certified
worth = evaluate_strategies.sync(client=client, body=Profile.from_dict(kuhn.to_dict()))
assert worth.nash_conv == "0", worth
game = get_game.sync("kuhn/n3-b1", client=client)
assert solve_game_file.sync(client=client, body=game).values == kuhn.values
pure = list_pure_equilibria.sync("von-neumann/n9-b2", client=client, cuts=True, limit=1)
assert len(pure.equilibria) == 1, pure
assert quote_solution.sync("kuhn/n30-b1", client=client).answered
continuous = solve_continuous_game.sync("von-neumann/b2", client=client)
assert continuous.value.exact == "1/9", continuous
decks = compare_decks.sync("von-neumann/b2", client=client, from_=2, to=4).decks
assert [deck.n for deck in decks] == ["2", "3", "4"], decks
many = solve_labels.sync_detailed(client=client, body=["kuhn/n3-b1", "chess"]).content
assert ["values" in json.loads(line) for line in many.splitlines()] == [True, False], many

packages = [*client_folder.glob("api/*/*.py")]
# An answer without content has no type.
texts = {str(file): file.read_text() for file in packages}
without = "cast(Any, None)"
untyped = [file for file, text in texts.items() if " Any |" in text and without not in text]
assert not untyped, untyped
print("a generated client is answered")
