// SPDX-License-Identifier: MIT

package osmimport

import (
	"fmt"
	"roadsnap/engine/errclass"
)

// Sentinel errors about the content of a file.
var (
	// ErrFormat means that the file is not an OpenStreetMap extract in a format
	// that this package reads.
	ErrFormat = errclass.New(errclass.OSMFormat, "not a readable OpenStreetMap extract")
	// ErrCorrupt means that the file violates its format.
	ErrCorrupt = errclass.New(errclass.OSMCorrupt, "the OpenStreetMap extract is damaged")
	// ErrTruncated means that the file ends too early, as after an interrupted
	// download. It wraps ErrCorrupt.
	ErrTruncated = errclass.Narrow(ErrCorrupt, errclass.OSMTruncated, "it ends too early")
	// ErrEmpty means that the file is complete but has no roads and no map
	// features.
	ErrEmpty = errclass.New(errclass.OSMEmpty, "the OpenStreetMap extract has no roads and no map features")
)

// corruptf returns an error that wraps ErrCorrupt.
func corruptf(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrCorrupt, fmt.Sprintf(format, args...))
}
