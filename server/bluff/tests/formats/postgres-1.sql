-- A PostgreSQL catalogue of format 1: labels themselves are in the indexes, and cells have
-- priorities.
CREATE SCHEMA rational_bluff;
SET search_path TO rational_bluff;
CREATE TABLE format (
    single boolean PRIMARY KEY DEFAULT true CHECK (single), number bigint NOT NULL);
INSERT INTO format (number) VALUES (1);
CREATE TABLE entry (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    label text NOT NULL, question text NOT NULL, version text NOT NULL,
    body text NOT NULL, seal text NOT NULL,
    UNIQUE (label, question, version));
CREATE TABLE damaged (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    label text NOT NULL, question text NOT NULL, version text NOT NULL,
    body text NOT NULL, seal text NOT NULL,
    reason text NOT NULL, found_at timestamptz NOT NULL DEFAULT now());
CREATE SEQUENCE lease;
CREATE TABLE cell (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    label text NOT NULL, question text NOT NULL, version text NOT NULL,
    priority integer NOT NULL, cost bigint NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    lease_token bigint, lease_until timestamptz NOT NULL DEFAULT '-infinity',
    done_at timestamptz, error text,
    UNIQUE (label, question, version));
CREATE INDEX cell_open ON cell (priority DESC, cost DESC, id)
    WHERE done_at IS NULL AND error IS NULL;
INSERT INTO cell (label, question, version, priority, cost)
    VALUES ('kuhn/n4-b1', 'lp', 'VERSION', 0, 1);
