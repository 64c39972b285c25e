// SPDX-License-Identifier: MIT

package unitimport

import (
	"fmt"
	"roadsnap/engine/errclass"
)

// The errors by which callers distinguish faults of the files. The wrapping error
// names the file and, if known, the feature (counted from 0) and the byte of the
// unpacked file.
var (
	// ErrFormat means that a file is not in a form that this package reads, or that none
	// of its columns is known. The text says what it is and what to do.
	ErrFormat = errclass.New(errclass.UnitsFormat, "not a readable file of borders")
	// ErrCorrupt means that a file contradicts its own format, ends too early, or
	// unpacks to far more than it should.
	ErrCorrupt = errclass.New(errclass.UnitsCorrupt, "the file of borders is damaged")
	// ErrSwapped means that latitude and longitude are in the wrong order.
	ErrSwapped = errclass.New(errclass.UnitsSwapped, "latitude and longitude are swapped")
	// ErrProjected means that the coordinate system is not known: the file declares another
	// one, or none although its coordinates are not degrees.
	ErrProjected = errclass.New(errclass.UnitsProjected, "the coordinate system is not known")
	// ErrNothing means that no feature is a ward in force.
	ErrNothing = errclass.New(errclass.UnitsNothing, "no boundary of a ward in force was found")
)

func formatf(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrFormat, fmt.Sprintf(format, args...))
}

func corruptf(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrCorrupt, fmt.Sprintf(format, args...))
}
