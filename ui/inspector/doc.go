// Package inspector is the pane next to the map that shows the record of what is
// selected: a trip, a unit, a map, or a place that was clicked. A record comes as a
// Card; the panels make them, and the inspector knows nothing of their contents.
package inspector
