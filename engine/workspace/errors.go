// SPDX-License-Identifier: MIT

package workspace

import (
	"errors"
	"fmt"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"roadsnap/engine/errclass"
)

// The errors of a workspace. One of the operating system (no space, no permission) is
// wrapped instead where that is the cause.
var (
	// ErrNewer is returned by Open if a newer version of the program wrote the workspace.
	ErrNewer = errclass.New(errclass.WorkspaceNewer, "the workspace is from a newer version of the program")
	// ErrDamaged is returned if the file is not a workspace, or contradicts itself.
	ErrDamaged = errclass.New(errclass.WorkspaceDamaged, "the workspace is damaged")
	// ErrNetwork is returned by Open if the folder is on another machine, where locks do
	// not protect the data.
	ErrNetwork = errclass.New(errclass.WorkspaceNetwork, "a workspace must be on a disk of this machine")
	// ErrNoTrip is returned for an ID that the workspace does not have.
	ErrNoTrip = errclass.New(errclass.Internal, "no such trip")
)

// explain returns err with the cause that SQLite reports by a number.
func explain(err error) error {
	var of *sqlite.Error
	if !errors.As(err, &of) {
		return err
	}
	switch code := of.Code(); code & 0xff { // the rest is detail
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("%w: %w", syscall.ENOSPC, err)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		return fmt.Errorf("%w: %w", syscall.EACCES, err)
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	default:
		return err
	}
}
