package geofile

import (
	"errors"
	"os"
	"roadsnap/engine/errclass"
)

// What can be wrong. Every error of this package that is not one of the file
// system's wraps one of these; one of the file system's (no room, no
// permission, no such folder) wraps that.
var (
	// ErrFormat: no such format, or one that cannot be written in this way.
	ErrFormat = errclass.New(errclass.FileFormat, "no format that can be written")
	// ErrSchema: the names or kinds of the columns cannot be written.
	ErrSchema = errclass.New(errclass.Internal, "bad schema")
	// ErrFeature: a feature does not fit the schema, or lies off the Earth.
	ErrFeature = errclass.New(errclass.Internal, "bad feature")
	// ErrPlace: what stands at the path is not a file that may be replaced.
	ErrPlace = errclass.New(errclass.FilePlace, "no file can be put there")
	// ErrTooLarge: there is more than the format can hold.
	ErrTooLarge = errclass.New(errclass.FileTooLarge, "too much for the format")
)

// bare takes operation and path off an error of package os: ours name the path
// that was asked for, which is not the temporary one.
func bare(err error) error {
	var pathError *os.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	var linkError *os.LinkError
	if errors.As(err, &linkError) {
		return linkError.Err
	}
	return err
}
