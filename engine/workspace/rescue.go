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
	"roadsnap/engine/trace"
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
	damaged := &Workspace{db: db, path: aside}
	defer func() { _ = db.Close() }() // it was only read
	for after, holes := ID(0), 0; holes < maxHoles; holes++ {
		last, err := damaged.copyTo(ctx, w, after)
		if ctx.Err() != nil {
			return nil, errors.Join(ctx.Err(), w.Close())
		}
		var failed *copyError
		if errors.As(err, &failed) {
			return nil, errors.Join(failed.error, w.Close())
		}
		if err == nil {
			break
		}
		after = last + 1
	}
	return w, nil
}

// copyError is an error of the new workspace, such as a full disk.
type copyError struct{ error }

// copyTo copies the readable trips with higher IDs than after. It returns the last ID that
// it reached, and an error if the table cannot be read beyond that.
func (w *Workspace) copyTo(ctx context.Context, to *Workspace, after ID) (last ID, err error) {
	rows, err := w.db.QueryContext(ctx, "SELECT id FROM trip WHERE id > ? ORDER BY id", after)
	if err != nil {
		return after, err
	}
	defer func() { _ = rows.Close() }() // Err reports its errors
	last = after
	for rows.Next() {
		if err := rows.Scan(&last); err != nil {
			return last, err
		}
		trip, err := w.Trip(ctx, last)
		if err != nil {
			continue
		}
		recording, err := w.Recording(ctx, last)
		if err != nil {
			continue
		}
		_, content, err := w.File(ctx, last)
		if err != nil {
			content = nil // the trip is more than its file
		}
		if err := to.addCopy(ctx, trip, content, recording); err != nil {
			return last, &copyError{fmt.Errorf("rescue trips into %s: %w", to.path, err)}
		}
		to.Rescued++
	}
	return last, rows.Err()
}

// Merge adds the trips of the workspace at path, such as a backup, that this one does not
// have, with the user's notes and marks. It returns their number. Matches are made again.
func (w *Workspace) Merge(ctx context.Context, path string) (added int, err error) {
	from, err := openCopy(ctx, path)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	for _, trash := range []bool{false, true} {
		list, err := from.Trips(ctx, ListOptions{Trash: trash})
		if err != nil {
			return added, err
		}
		for _, t := range list {
			recording, err := from.Recording(ctx, t.ID)
			if err != nil {
				return added, err
			}
			if known, err := w.has(ctx, recording); err != nil {
				return added, err
			} else if known {
				continue
			}
			_, content, err := from.File(ctx, t.ID)
			if err != nil {
				return added, err
			}
			if err := w.addCopy(ctx, t, content, recording); err != nil {
				return added, err
			}
			added++
		}
	}
	return added, nil
}

// openCopy opens the workspace at path for reading.
func openCopy(ctx context.Context, path string) (*Workspace, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	db, err := sqlitefile.Open(path, url.Values{"mode": {"ro"}})
	if err != nil {
		return nil, err
	}
	if err := checkVersion(ctx, db, path); err != nil {
		return nil, errors.Join(explain(err), db.Close())
	}
	return &Workspace{db: db, path: path}, nil
}

// checkVersion returns an error unless db is a workspace of the newest version.
func checkVersion(ctx context.Context, db *sql.DB, path string) error {
	version, application, err := versionOf(ctx, db)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", path, err)
	case application != applicationID:
		return fmt.Errorf("%s is not a workspace: %w", path, ErrDamaged)
	case version != len(migrations):
		return fmt.Errorf("%s has version %d, this program reads version %d: %w", path, version, len(migrations), ErrNewer)
	}
	return nil
}

// has reports whether a trip is kept, in the trash or not.
func (w *Workspace) has(ctx context.Context, t trace.Trip) (known bool, err error) {
	err = w.db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM trip WHERE identity = ?)", identity(t)).Scan(&known)
	return known, explain(err)
}

// addCopy adds a trip of another workspace with the user's changes.
func (w *Workspace) addCopy(ctx context.Context, t Trip, content []byte, recording trace.Trip) error {
	added, err := w.Add(ctx, t.File, content, []trace.Trip{recording})
	if err != nil {
		return err
	}
	id := added[0].ID
	if err := w.Edit(ctx, Edit{Name: &t.Name, Vehicle: &t.Vehicle, Note: &t.Note, Reviewed: &t.Reviewed, SetTags: t.Tags}, id); err != nil {
		return err
	}
	if t.Removed.IsZero() {
		return nil
	}
	return w.Remove(ctx, id)
}
