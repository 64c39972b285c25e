// Package export writes what the window shows to files: a picture of the map, and
// the units that are selected. It asks for format and file in dialogs, runs the work as
// jobs, and shows progress and results in a box below the lists.
package export
