"""A HyperQueue server without workers, or a worker of it with one core, as a process of its own.

    python hyperqueue_process.py server FOLDER
    python hyperqueue_process.py worker FOLDER

PyPI's package has no `hq server start` and no `hq worker start`: its LocalCluster keeps a server
and its workers in one process. A worker finds its server by the link `hq-current` in the folder of
its cluster, so a cluster whose link leads elsewhere starts workers of the other server.
"""

import signal
import sys
import tempfile
from pathlib import Path

from hyperqueue.cluster import LocalCluster, WorkerConfig

kind, folder = sys.argv[1:]
if kind == "server":
    cluster = LocalCluster(folder)
else:
    own = tempfile.TemporaryDirectory()
    cluster = LocalCluster(own.name)
    link = Path(own.name, "hq-current")
    link.unlink()
    link.symlink_to(Path(folder, "hq-current").resolve())
    cluster.start_worker(WorkerConfig(cores=1))
print("ready", flush=True)
signal.pause()
