package osmimport

import (
	"fmt"
	"roadsnap/engine/errclass"
)

// The errors by which callers tell what is wrong with a file.
var (
	// ErrFormat means that the file is not an OpenStreetMap extract in a form
	// that this package reads; the text says what it seems to be.
	ErrFormat = errclass.New(errclass.OSMFormat, "not an OpenStreetMap extract that can be read")
	// ErrCorrupt means that the file contradicts its own format.
	ErrCorrupt = errclass.New(errclass.OSMCorrupt, "the OpenStreetMap extract is damaged")
	// ErrTruncated means that the file ends too early, as after a download that
	// broke off. It is a kind of ErrCorrupt.
	ErrTruncated = errclass.Narrow(ErrCorrupt, errclass.OSMTruncated, "it ends too early")
	// ErrEmpty means that the file is whole but holds neither roads nor anything
	// to draw.
	ErrEmpty = errclass.New(errclass.OSMEmpty, "the OpenStreetMap extract holds no roads and nothing to draw")
)

// corruptf returns an error that wraps ErrCorrupt.
func corruptf(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrCorrupt, fmt.Sprintf(format, args...))
}
