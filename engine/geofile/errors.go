// SPDX-License-Identifier: MIT

package geofile

import "roadsnap/engine/errclass"

// Sentinel errors. Every error of this package wraps one of these, or the error of
// the file system.
var (
	// ErrFormat means that the format does not exist or cannot be written by the
	// function.
	ErrFormat = errclass.New(errclass.FileFormat, "unsupported file format")
	// ErrSchema means that the layer or its columns cannot be written.
	ErrSchema = errclass.New(errclass.Internal, "invalid schema")
	// ErrFeature means that a feature does not fit the schema or is not on Earth.
	ErrFeature = errclass.New(errclass.Internal, "invalid feature")
	// ErrPlace means that the path has no file name, or that something other than
	// a regular file exists at it.
	ErrPlace = errclass.New(errclass.FilePlace, "the file cannot be created at this path")
	// ErrTooLarge means that the data exceeds a limit of the format.
	ErrTooLarge = errclass.New(errclass.FileTooLarge, "too large for the format")
)
