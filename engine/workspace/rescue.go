// SPDX-License-Identifier: MIT

package workspace

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"time"

	"roadsnap/engine/internal/sqlitefile"
)

// maxHoles is how many unreadable places of the damaged table of trips are passed over.
const maxHoles = 1000

// Repair opens the workspace at path as Open does one that is damaged: it renames the file,
// and copies the trips that can be read into a new one. No other program may have it open.
func Repair(ctx context.Context, path string) (*Workspace, error) {
	aside := path + ".damaged-" + time.Now().UTC().Format("20060102T150405.000")
	for _, part := range []string{"", "-wal", "-shm"} {
		if err := os.Rename(path+part, aside+part); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	w, err := open(ctx, path)
	if err != nil {
		return nil, err
	}
	w.Aside = aside
	// With a writable schema, SQLite reads a file that is shorter than its header says.
	db, err := sqlitefile.Open(aside, url.Values{"_pragma": {"writable_schema(ON)"}})
	if err != nil {
		return w, nil // nothing of it can be read
	}
	defer func() { _ = db.Close() }() // it was only read
	version, _, err := versionOf(ctx, db)
	if err != nil {
		return w, nil //nolint:nilerr // as above
	}
	err = transact(ctx, w.db, func(tx *sql.Tx) error {
		c := newCopier(db, version)
		c.lenient = true
		if err := c.all(ctx, tx); err != nil {
			return err
		}
		w.Rescued = c.added
		return nil
	})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("rescue trips into %s: %w", path, err), w.Close())
	}
	return w, nil
}

// Merge adds the trips of the workspace at path, such as a backup, that this one does not
// have, with the user's notes and marks, and the trips that they replace. It also adds the
// sites, the entries of the register, and the settings that are missing. It returns the
// number of trips. Matches are made again.
//
// Others can change the workspace meanwhile. If it fails, the trips that were added stay, and
// another call adds the rest.
func (w *Workspace) Merge(ctx context.Context, path string) (added int, err error) {
	from, version, err := openCopy(ctx, path)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	c := newCopier(from, version)
	if err := c.inBatches(ctx, w.db); err != nil {
		return c.added, fmt.Errorf("%s: %w", path, err)
	}
	return c.added, nil
}

// openCopy opens the workspace at path for reading. It may have any version so far.
func openCopy(ctx context.Context, path string) (db *sql.DB, version int, err error) {
	if _, err := os.Stat(path); err != nil {
		return nil, 0, err
	}
	if db, err = sqlitefile.Open(path, url.Values{"mode": {"ro"}}); err != nil {
		return nil, 0, err
	}
	version, application, err := versionOf(ctx, db)
	switch {
	case err != nil:
		err = fmt.Errorf("%s: %w", path, explain(err))
	case application != applicationID:
		err = fmt.Errorf("%s is not a workspace: %w", path, ErrDamaged)
	case version > len(migrations):
		err = fmt.Errorf("%s has version %d, this program reads versions up to %d; update the program: %w", path, version, len(migrations), ErrNewer)
	default:
		return db, version, nil
	}
	return nil, 0, errors.Join(err, db.Close())
}
