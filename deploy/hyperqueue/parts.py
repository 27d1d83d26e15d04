"""Solves parts of a plan with HyperQueue, on a server that runs or on workers of this machine.

    python parts.py PLAN OUT COUNT [LIST]

LIST has the parts as bluff merge prints them, 3,7,12-15; without it all are solved. HQ_SERVER_DIR
names the folder of a running server (hq server start); otherwise two workers start here.
"""

import os
import sys

from hyperqueue import Job
from hyperqueue.client import Client
from hyperqueue.cluster import LocalCluster, WorkerConfig

plan, out, count = sys.argv[1:4]
listed = sys.argv[4] if len(sys.argv) > 4 else f"1-{count}"
ends = [part.split("-") for part in listed.split(",")]
parts = [part for end in ends for part in range(int(end[0]), int(end[-1]) + 1)]

job = Job(max_fails=len(parts))
for part in parts:
    job.program(
        ["bluff", "batch", os.path.abspath(plan), "--part", f"{part}/{count}", "--out",
         os.path.abspath(out), "--threads", "1", "--cell-memory", "1024", "--cell-seconds", "3600"],
        env={"PATH": os.environ["PATH"]},
        name=f"part-{part}",
    )


def solve(client):
    # A part that failed is missing; bluff merge names it.
    return client.wait_for_jobs([client.submit(job)], raise_on_error=False)


if "HQ_SERVER_DIR" in os.environ:
    done = solve(Client(os.environ["HQ_SERVER_DIR"]))
else:
    with LocalCluster(worker_config=WorkerConfig(cores=1)) as cluster:
        cluster.start_worker(WorkerConfig(cores=1))
        done = solve(cluster.client())
sys.exit(0 if done else 1)
