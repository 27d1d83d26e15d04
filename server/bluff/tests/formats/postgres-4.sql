-- A PostgreSQL catalogue of format 4: plans take turns.
CREATE SCHEMA rational_bluff;
SET search_path TO rational_bluff;
CREATE TABLE format (
    single boolean PRIMARY KEY DEFAULT true CHECK (single), number bigint NOT NULL);
INSERT INTO format (number) VALUES (4);
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
CREATE SEQUENCE plan_number;
CREATE TABLE plan (
    id bigint PRIMARY KEY, about text NOT NULL, version text NOT NULL,
    cells bigint NOT NULL, added_at timestamptz NOT NULL DEFAULT now(),
    awaited_until timestamptz NOT NULL DEFAULT '-infinity');
CREATE TABLE chunk (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    plan bigint NOT NULL REFERENCES plan ON DELETE CASCADE,
    version text NOT NULL, size integer NOT NULL,
    attempts integer NOT NULL DEFAULT 0, token bigint,
    lease_until timestamptz NOT NULL DEFAULT '-infinity', ended_at timestamptz,
    cells text NOT NULL, failed text[] NOT NULL DEFAULT '{}',
    reasons text[] NOT NULL DEFAULT '{}')
    WITH (toast_tuple_target = 128, fillfactor = 50);
CREATE INDEX chunk_plan ON chunk (plan, id);
INSERT INTO plan (id, about, version, cells) VALUES (nextval('plan_number'), 'kuhn', 'VERSION', 1);
INSERT INTO chunk (plan, version, cells, size) VALUES (1, 'VERSION', 'lp kuhn/n4-b1', 1);
