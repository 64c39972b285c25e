// SPDX-License-Identifier: MIT

// Package export writes a picture of the map, units with their borders, and trips to files. It
// asks for format and file in dialogs, runs the work as jobs, and shows progress and
// results in dialogs and in a box below the lists.
package export
