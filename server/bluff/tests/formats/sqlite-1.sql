-- A SQLite catalogue of format 1, “bluf” in its head.
CREATE TABLE entry (
    id INTEGER PRIMARY KEY,
    label TEXT NOT NULL, question TEXT NOT NULL, version TEXT NOT NULL,
    body TEXT NOT NULL, seal TEXT NOT NULL,
    UNIQUE (label, question, version)
) STRICT;
CREATE TABLE damaged (
    id INTEGER PRIMARY KEY,
    label TEXT NOT NULL, question TEXT NOT NULL, version TEXT NOT NULL,
    body TEXT NOT NULL, seal TEXT NOT NULL,
    reason TEXT NOT NULL, found_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
) STRICT;
PRAGMA application_id = 1651275110;
PRAGMA user_version = 1;
