// Package pointer is what the pointer does on the map. Tools either inspects (HitTest
// asks in the background what lies at a point) or measures (Ruler); it marks on the map
// what was clicked or measured, and makes its record. Menu is what can be done at a place.
package pointer
