// SPDX-License-Identifier: MIT

// Package native uses features of the desktop that the toolkit lacks: file dialogs and
// touchpad gestures. It is the only package besides the toolkit's driver that needs cgo,
// for the dialogs.
package native
