// Package units is the panel of Vietnam's provinces and wards.
//
// Panel lists them in three views under one search: a tree of provinces that open,
// a table that is sorted by its columns, and the checks, which are the gaps and overlaps
// that were found when borders were installed. cardView and groupView make the record of
// the selected unit, or of several, for the inspector.
//
// Desk joins panel, record and menus with the map: it selects and names the unit under
// the pointer, moves the map to what is chosen, and draws names and faults on a layer of
// it. Menu is what can be done with a unit, or with several.
//
// Model is the view model. It belongs to the UI goroutine and knows no toolkit (files
// model*.go): what a view lists, which units are selected, and how an export is going on
// is in its State, which Panel shows after each change. Names come from the official
// table, which is in memory. Borders are in a pack on disk: reader reads them on
// background goroutines, and Model applies what it returns. Its index has the area and
// the box of every unit, so that sorting, sums and zooming need no further reading.
//
// BorderSource gives the same borders to the map.
package units
