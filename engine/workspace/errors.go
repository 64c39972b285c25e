// SPDX-License-Identifier: MIT

package workspace

import (
	"fmt"

	"roadsnap/engine/errclass"
	"roadsnap/engine/internal/sqlitefile"
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
	// ErrNoSite is returned for a zone or named place that the workspace does not have.
	ErrNoSite = errclass.New(errclass.Internal, "no such zone")
)

// explain returns err with the cause that SQLite reports by a number.
func explain(err error) error {
	if sqlitefile.Damaged(err) {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return sqlitefile.Explain(err)
}
