// Package pointer is what the pointer does on the map: it tells what lies under it,
// selects what is clicked, and measures lengths and areas. HitTest asks what lies
// where in the background.
package pointer
