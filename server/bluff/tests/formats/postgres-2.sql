-- A PostgreSQL catalogue of format 2: rows are found by the hash of label and question.
CREATE SCHEMA rational_bluff;
SET search_path TO rational_bluff;
CREATE TABLE format (
    single boolean PRIMARY KEY DEFAULT true CHECK (single), number bigint NOT NULL);
INSERT INTO format (number) VALUES (2);
CREATE FUNCTION rational_bluff.key_hash(label text, question text) RETURNS bytea
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$SELECT sha256(convert_to(label || chr(10) || question, 'UTF8'))$$;
CREATE TABLE entry (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    label text NOT NULL, question text NOT NULL, version text NOT NULL,
    body text NOT NULL, seal text NOT NULL);
CREATE UNIQUE INDEX entry_key ON entry (key_hash(label, question), version);
CREATE TABLE damaged (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    label text NOT NULL, question text NOT NULL, version text NOT NULL,
    body text NOT NULL, seal text NOT NULL,
    reason text NOT NULL, found_at timestamptz NOT NULL DEFAULT now());
CREATE SEQUENCE lease;
CREATE TABLE cell (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    label text NOT NULL, question text NOT NULL, version text NOT NULL,
    cost bigint NOT NULL, attempts integer NOT NULL DEFAULT 0,
    lease_token bigint, lease_until timestamptz NOT NULL DEFAULT '-infinity',
    done_at timestamptz, error text);
CREATE UNIQUE INDEX cell_key ON cell (key_hash(label, question), version);
CREATE INDEX cell_open ON cell (cost DESC, id) WHERE done_at IS NULL AND error IS NULL;
INSERT INTO cell (label, question, version, cost) VALUES ('kuhn/n4-b1', 'lp', 'VERSION', 1);
