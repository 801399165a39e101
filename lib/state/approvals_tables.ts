/** The tables of what a person allowed, of what waits for a person, and of what was begun. */

const BINDING = `
  principal TEXT NOT NULL CHECK (principal <> ''),
  capability TEXT NOT NULL CHECK (capability <> ''),
  identity TEXT NOT NULL CHECK (identity <> ''),
  resource TEXT NOT NULL CHECK (resource <> ''),
  arguments_digest TEXT NOT NULL CHECK (length(arguments_digest) = 64)
`;

/** Brings the store from the version before to the one with approvals. */
export const APPROVALS_TABLES = `
  CREATE TABLE approvals (
    id TEXT PRIMARY KEY,
    ${BINDING},
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL CHECK (expires_at > created_at)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX approvals_digest ON approvals (arguments_digest, expires_at);
  CREATE TABLE requests (
    id TEXT PRIMARY KEY,
    ${BINDING},
    alias TEXT NOT NULL,
    shown TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'declined')),
    reason TEXT CHECK ((reason IS NULL) = (state = 'pending')),
    UNIQUE (principal, capability, identity, resource, arguments_digest)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE begun (
    id TEXT PRIMARY KEY,
    ${BINDING},
    began_at INTEGER NOT NULL,
    ended_at INTEGER,
    outcome TEXT CHECK ((outcome IS NULL) = (ended_at IS NULL)),
    older TEXT NOT NULL,
    UNIQUE (principal, capability, identity, resource, arguments_digest)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE clock (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    highest INTEGER NOT NULL
  ) STRICT;
`;

/** Brings it to the one where a request says what the call would do, a line each. */
export const REQUESTS_EFFECTS = "ALTER TABLE requests ADD COLUMN effects TEXT NOT NULL DEFAULT ''";

/** Binds a statement to one call; its parameters are the keys of `Binding`. */
export const SAME_CALL = `principal = :principal AND capability = :capability AND identity = :identity
  AND resource = :resource AND arguments_digest = :argumentsDigest`;

/** The values of one call in an insert, in the order of the tables. */
export const CALL_VALUES = ":principal, :capability, :identity, :resource, :argumentsDigest";
