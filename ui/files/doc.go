// SPDX-License-Identifier: MIT

// Package files shows file dialogs: those of the desktop or, if there are none, those of
// the toolkit. It also owns the dialog that is open over the window.
package files
