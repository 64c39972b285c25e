package unitimport

import (
	"fmt"
	"roadsnap/engine/errclass"
)

// The errors by which callers tell what is wrong with the files. What wraps them
// names the file and, where there is one, the feature (counted from 0) and the
// byte of the unpacked file.
var (
	// ErrFormat means that a file is not GeoJSON in a form that this package
	// reads; the text says what it seems to be.
	ErrFormat = errclass.New(errclass.UnitsFormat, "not GeoJSON of units that can be read")
	// ErrCorrupt means that a file contradicts its own format, ends too early, or
	// unpacks into far more than it should.
	ErrCorrupt = errclass.New(errclass.UnitsCorrupt, "the GeoJSON file is damaged")
	// ErrSwapped means that latitude and longitude stand in the wrong order.
	ErrSwapped = errclass.New(errclass.UnitsSwapped, "latitude and longitude are swapped")
	// ErrProjected means that coordinates are not degrees of WGS 84.
	ErrProjected = errclass.New(errclass.UnitsProjected, "the coordinates are not degrees of WGS 84")
	// ErrNothing means that none of the features is a ward in force.
	ErrNothing = errclass.New(errclass.UnitsNothing, "no boundary of a ward in force was found")
)

func formatf(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrFormat, fmt.Sprintf(format, args...))
}

func corruptf(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrCorrupt, fmt.Sprintf(format, args...))
}
