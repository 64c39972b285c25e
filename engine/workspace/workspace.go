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
	"path/filepath"
	"time"

	"roadsnap/engine/internal/sqlitefile"
	"roadsnap/internal/atomicfile"
)

// Workspace is an open workspace. Safe for concurrent use.
type Workspace struct {
	db   *sql.DB
	path string
	// Aside is the name that a damaged workspace at the path got when this one was opened,
	// empty as a rule. Rescued is the number of its trips that are in this one.
	Aside   string
	Rescued int

	overlaps overlapCache
}

// busyTime is how long a change waits for that of another process.
const busyTime = 10 * time.Second

// settings hold for each connection. With synchronous=FULL a transaction of a write-ahead
// log is on the disk when it is committed.
var settings = []string{
	fmt.Sprintf("busy_timeout(%d)", busyTime.Milliseconds()),
	"journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(ON)", "trusted_schema(OFF)", "cell_size_check(ON)",
}

// Open opens the workspace at path, and creates it if there is none. If it is damaged so
// that it cannot be opened, it is renamed, and the trips that can be read are copied into a
// new one; see Workspace.Aside. Other damage is found by reading; see Check. The error
// wraps ErrNewer or ErrNetwork, or is that of the operating system.
func Open(ctx context.Context, path string) (*Workspace, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	if remote, err := onNetwork(filepath.Dir(path)); err != nil {
		return nil, err
	} else if remote {
		return nil, fmt.Errorf("%s is on another machine: %w", path, ErrNetwork)
	}
	w, err := open(ctx, path)
	if !errors.Is(err, ErrDamaged) {
		return w, err
	}
	return Repair(ctx, path)
}

// open opens or creates a sound workspace.
func open(ctx context.Context, path string) (*Workspace, error) {
	if err := create(path); err != nil {
		return nil, err
	}
	db, err := sqlitefile.Open(path, url.Values{"_pragma": settings, "_txlock": {"immediate"}})
	if err != nil {
		return nil, err
	}
	w := &Workspace{db: db, path: path}
	if err := migrate(ctx, db, path); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return w, nil
}

// create creates an empty file, which only the user may read, unless there is one. SQLite
// syncs the contents only, so a new file is made durable here.
func create(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		if f, err = os.OpenFile(path, os.O_RDWR, 0); err != nil {
			return err
		}
		return f.Close()
	}
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return atomicfile.SyncFolder(filepath.Dir(path))
}

// Path returns the path of the database.
func (w *Workspace) Path() string { return w.path }

// Close closes the workspace. What was changed is on the disk already.
func (w *Workspace) Close() error { return explain(w.db.Close()) }

// transact calls do in a transaction, which is committed unless do returns an error.
func transact(ctx context.Context, db *sql.DB, do func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return explain(err)
	}
	if err := do(tx); err != nil {
		// The first error is the cause.
		_ = tx.Rollback()
		return explain(err)
	}
	return explain(tx.Commit())
}

// Backup writes a copy of the workspace to path, which must not exist, and removes it if it
// fails. Only the user may read it. Other processes may change the workspace meanwhile.
func (w *Workspace) Backup(ctx context.Context, path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) // SQLite accepts an empty file
	if err != nil {
		return err
	}
	err = f.Close()
	if err == nil {
		_, err = w.db.ExecContext(ctx, "VACUUM INTO ?", path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("%s: %w", path, explain(err)), os.Remove(path))
	}
	return nil
}

// Check reads the whole database. The error wraps ErrDamaged if it contradicts itself;
// Repair then saves what can be read.
func (w *Workspace) Check(ctx context.Context) error {
	var found string
	if err := w.db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&found); err != nil {
		return explain(err)
	}
	if found != "ok" {
		return fmt.Errorf("%s: %w: %s", w.path, ErrDamaged, found)
	}
	return nil
}
