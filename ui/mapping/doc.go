// SPDX-License-Identifier: MIT

// Package mapping is the dialog in which a user says how a table of points is read: its
// columns, dates, coordinate system and so on. model.go holds its state and imports no widgets.
package mapping
