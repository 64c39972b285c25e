// Package native uses what the desktop offers and the toolkit does not: dialogs for
// files, and gestures on a touchpad. Besides the toolkit's driver it is the only
// package that needs cgo, for the dialogs.
package native
