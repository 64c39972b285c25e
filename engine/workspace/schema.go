// SPDX-License-Identifier: MIT

package workspace

import (
	"context"
	"database/sql"
	"fmt"
)

// applicationID marks the database as a workspace: "RdSn" in the header of the file.
const applicationID = 0x5264536e

// migrations lead from each version of the schema to the next, from an empty database on.
// A released migration never changes.
var migrations = []string{
	// 1: the summaries of trips are apart from the large values, so that a list is read fast.
	`
CREATE TABLE file (
	id     INTEGER PRIMARY KEY,
	sha256 BLOB NOT NULL UNIQUE, -- of the bytes before compression
	name   TEXT NOT NULL,        -- as it was opened
	bytes  BLOB NOT NULL         -- Zstandard
) STRICT;
CREATE TABLE trip (
	id       INTEGER PRIMARY KEY AUTOINCREMENT, -- never used again
	identity BLOB NOT NULL UNIQUE, -- SHA-256 of vehicle, times and coordinates
	file     INTEGER NOT NULL REFERENCES file,
	vehicle  TEXT NOT NULL,
	name     TEXT NOT NULL,
	first    INTEGER,              -- Unix time (microseconds), of the first timed observation
	last     INTEGER,              -- of the last one
	points   INTEGER NOT NULL,
	raw      REAL NOT NULL,        -- length from point to point (metres)
	south REAL, west REAL, north REAL, east REAL, -- null without a valid position
	note     TEXT NOT NULL DEFAULT '',
	tags     INTEGER NOT NULL DEFAULT 0, -- bit n is tag n
	reviewed INTEGER NOT NULL DEFAULT 0,
	added    INTEGER NOT NULL,     -- Unix time (microseconds)
	removed  INTEGER               -- when it was moved to the trash
) STRICT;
CREATE INDEX trip_time ON trip (first);
CREATE INDEX trip_file ON trip (file);
CREATE TABLE recording (
	trip INTEGER PRIMARY KEY REFERENCES trip ON DELETE CASCADE,
	data BLOB NOT NULL -- trace.Trip, see codec.go
) STRICT;
CREATE TABLE match (
	id       INTEGER PRIMARY KEY,
	trip     INTEGER NOT NULL REFERENCES trip ON DELETE CASCADE,
	map      TEXT NOT NULL,
	profile  TEXT NOT NULL,
	matcher  TEXT NOT NULL, -- version
	summary  BLOB NOT NULL, -- trip.Summary, see summary.go
	UNIQUE (trip, map, profile, matcher)
) STRICT;
CREATE TABLE match_data (
	match INTEGER PRIMARY KEY REFERENCES match ON DELETE CASCADE,
	data  BLOB NOT NULL -- match.Result, see codec.go
) STRICT;
CREATE TABLE setting (
	name  TEXT PRIMARY KEY,
	value BLOB NOT NULL
) STRICT;
`,
	// 2: trips that parts replace, the register, sites, and lines and stops for pictures of
	// many trips. Matches of version 1 have no lines, so they are made again.
	`
CREATE TABLE replacement (
	id   INTEGER PRIMARY KEY AUTOINCREMENT,
	made INTEGER NOT NULL -- Unix time (microseconds)
) STRICT;
ALTER TABLE trip ADD COLUMN driver TEXT NOT NULL DEFAULT '';
ALTER TABLE trip ADD COLUMN device TEXT NOT NULL DEFAULT '';
ALTER TABLE trip ADD COLUMN replaced INTEGER REFERENCES replacement; -- which one hides it
CREATE INDEX trip_replaced ON trip (replaced) WHERE replaced IS NOT NULL;
CREATE TABLE part (
	replacement INTEGER NOT NULL REFERENCES replacement ON DELETE CASCADE,
	trip        INTEGER NOT NULL REFERENCES trip ON DELETE CASCADE,
	made        INTEGER NOT NULL, -- 0: the trip was kept before
	before      INTEGER REFERENCES replacement ON DELETE SET NULL, -- which one hid it before
	PRIMARY KEY (replacement, trip)
) STRICT, WITHOUT ROWID;
CREATE INDEX part_trip ON part (trip);
CREATE TABLE match_lines (
	match INTEGER PRIMARY KEY REFERENCES match ON DELETE CASCADE,
	data  BLOB NOT NULL -- see lines.go
) STRICT;
CREATE TABLE stops (
	trip INTEGER PRIMARY KEY REFERENCES trip ON DELETE CASCADE,
	data BLOB NOT NULL -- centres, see lines.go
) STRICT;
CREATE TABLE site (
	id     INTEGER PRIMARY KEY AUTOINCREMENT,
	name   TEXT NOT NULL,
	lat    REAL NOT NULL,
	lon    REAL NOT NULL,
	radius REAL NOT NULL -- metres
) STRICT;
CREATE TABLE vehicle (
	plate TEXT NOT NULL,
	kind  TEXT NOT NULL,
	team  TEXT NOT NULL,
	norm  REAL NOT NULL -- litres per 100 km, 0 for none
) STRICT;
CREATE TABLE driver (
	name    TEXT NOT NULL,
	licence TEXT NOT NULL,
	phone   TEXT NOT NULL
) STRICT;
CREATE TABLE assignment (
	plate  TEXT NOT NULL,
	driver TEXT NOT NULL,
	first  INTEGER, -- Unix time (microseconds); null: since ever
	until  INTEGER  -- null: until further notice
) STRICT;
UPDATE match SET summary = x'';
`,
	// 3: zones instead of sites, and corrections by hand.
	zoneTables + correctionTables,
	// 4: the attributes of vehicles on which traffic rules depend.
	`ALTER TABLE vehicle ADD COLUMN transport TEXT NOT NULL DEFAULT '';
ALTER TABLE vehicle ADD COLUMN body TEXT NOT NULL DEFAULT '';
ALTER TABLE vehicle ADD COLUMN seats INTEGER NOT NULL DEFAULT 0; -- besides the driver's
ALTER TABLE vehicle ADD COLUMN payload REAL NOT NULL DEFAULT 0; -- kilograms
`,
	// 5: recordings and matches are written field by field, see fields.go. Those that were kept
	// before stay gob, and an earlier program cannot read the new ones.
	`PRAGMA user_version = 5`,
}

// migrate brings the database to the newest version of the schema.
func migrate(ctx context.Context, db *sql.DB, path string) error {
	return transact(ctx, db, func(tx *sql.Tx) error {
		version, application, err := versionOf(ctx, tx)
		if err != nil {
			return err
		}
		switch {
		case version > len(migrations):
			return fmt.Errorf("%s has version %d, this program knows versions up to %d; update the program: %w", path, version, len(migrations), ErrNewer)
		case version == len(migrations) && application == applicationID:
			return nil
		case application != applicationID && (application != 0 || version != 0 || hasTables(ctx, tx)):
			return fmt.Errorf("%s is a database of another program: %w", path, ErrDamaged)
		}
		for _, step := range migrations[version:] {
			if _, err := tx.ExecContext(ctx, step); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d; PRAGMA application_id = %d", len(migrations), applicationID))
		return err
	})
}

// versionOf returns the version of the schema, and the ID of the program that made it.
func versionOf(ctx context.Context, q querier) (version, application int, err error) {
	if err := q.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return 0, 0, err
	}
	err = q.QueryRowContext(ctx, "PRAGMA application_id").Scan(&application)
	return version, application, err
}

func hasTables(ctx context.Context, tx *sql.Tx) bool {
	var n int
	err := tx.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&n)
	return err != nil || n > 0
}
