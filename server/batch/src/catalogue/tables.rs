//! The tables of a PostgreSQL catalogue, and the way to them from every released format.

use deadpool_postgres::{GenericClient, Object};
use tokio_postgres::Error;

/// The format that [`STEPS`] end at.
const FORMAT: i64 = STEPS.len() as i64;
/// The greatest format that this version uses. Formats 3 and 4 are format 2 with the tables of a
/// queue, which earlier versions had; they are left alone.
pub(super) const GREATEST_FORMAT: i64 = 4;

/// Statements that make each format of the one before it, from an empty database on.
///
/// 1: entries. The sequence is for earlier versions, which had a queue and may share the catalogue.
///
/// 2: labels may be longer than a row of an index (2,704 bytes), so rows are found by the hash of
/// label and question. `convert_to` depends on nothing that changes, though PostgreSQL does not say
/// so: hence the function.
const STEPS: [&str; 2] = [
    "CREATE TABLE rational_bluff.entry (
         id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
         label text NOT NULL, question text NOT NULL, version text NOT NULL,
         body text NOT NULL, seal text NOT NULL,
         UNIQUE (label, question, version));
     CREATE TABLE rational_bluff.damaged (
         id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
         label text NOT NULL, question text NOT NULL, version text NOT NULL,
         body text NOT NULL, seal text NOT NULL,
         reason text NOT NULL, found_at timestamptz NOT NULL DEFAULT now());
     CREATE SEQUENCE rational_bluff.lease;",
    "CREATE OR REPLACE FUNCTION rational_bluff.key_hash(label text, question text) RETURNS bytea
         LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
         AS $$SELECT sha256(convert_to(label || chr(10) || question, 'UTF8'))$$;
     ALTER TABLE rational_bluff.entry DROP CONSTRAINT entry_label_question_version_key;
     CREATE UNIQUE INDEX entry_key
         ON rational_bluff.entry (rational_bluff.key_hash(label, question), version);",
];

/// Brings the tables to [`FORMAT`] in one transaction, which a lock keeps two processes from at
/// once; returns the format after that. Tables of a later format are not touched.
pub(super) async fn bring_forward(client: &mut Object) -> Result<i64, Error> {
    // A role that may not change tables can use those that are up to date.
    let found = format(client).await?;
    if found >= FORMAT {
        return Ok(found);
    }
    let transaction = client.transaction().await?;
    transaction.batch_execute("SELECT pg_advisory_xact_lock(7022350)").await?;
    let found = format(&transaction).await?;
    transaction.batch_execute(BEGIN).await?;
    for step in STEPS.iter().skip(found as usize) {
        transaction.batch_execute(step).await?;
    }
    let number = "UPDATE rational_bluff.format SET number = $1 WHERE number < $1";
    transaction.execute(number, &[&FORMAT]).await?;
    transaction.commit().await?;
    Ok(found.max(FORMAT))
}

/// The table that says the format.
const BEGIN: &str = "
    CREATE SCHEMA IF NOT EXISTS rational_bluff;
    CREATE TABLE IF NOT EXISTS rational_bluff.format (
        single boolean PRIMARY KEY DEFAULT true CHECK (single), number bigint NOT NULL);
    INSERT INTO rational_bluff.format (number) VALUES (0) ON CONFLICT DO NOTHING;";

/// The format of the tables; 0 if there are none.
async fn format(client: &impl GenericClient) -> Result<i64, Error> {
    // Unlike to_regclass, this sees what another session has made in the meantime.
    let there = "SELECT EXISTS (SELECT FROM pg_catalog.pg_tables
                                WHERE schemaname = 'rational_bluff' AND tablename = 'format')";
    if !client.query_one(there, &[]).await?.get::<_, bool>(0) {
        return Ok(0);
    }
    let number = "SELECT coalesce(max(number), 0) FROM rational_bluff.format";
    Ok(client.query_one(number, &[]).await?.get(0))
}
