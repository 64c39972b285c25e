// SPDX-License-Identifier: MIT

// Package units implements the panel of Vietnam's provinces and wards.
//
// Panel lists them in three views under one search field: a tree of provinces and their
// wards, a table sorted by any column, and a list of faults, which are the gaps and
// overlaps found when borders were installed. cardView and groupView build the record of
// one or several selected units for the inspector.
//
// Desk connects the panel, the record and the menus to the map. It selects and names the
// unit under the pointer, moves the map to chosen units, and draws names and faults on a
// map layer. Menu builds the menus of one or several units.
//
// Model is the view model (files model*.go). It belongs to the UI goroutine and does not
// depend on the toolkit. Its State holds the listed rows, the selected units and the
// progress of an export; Panel shows it after each change. Names come from the official
// table, which is in memory. Borders are in a pack on disk: reader reads them on
// background goroutines, and Model applies the results. The index holds the area and the
// bounds of every unit, so that sorting, sums and zooming read nothing more.
//
// BorderSource provides the same borders to the map.
package units
