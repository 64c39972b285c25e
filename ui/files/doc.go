// Package files asks for files, with the dialogs of the desktop or, where there are
// none, with the toolkit's, and owns the dialog that is open over the window.
package files
