// SPDX-License-Identifier: MIT

// Package workspace keeps trips between runs of the program: their recordings, the files
// that they came from, their matches, and the user's notes, in one SQLite database.
//
// A change is on the disk when its call returns. Several processes may use a workspace at
// the same time. A trip is identified by its vehicle, times and coordinates, so that the
// same trip in another file is not added twice.
package workspace
