// SPDX-License-Identifier: MIT

package fares

import (
	"roadsnap/engine/units"
	"roadsnap/ui/files"
	"roadsnap/ui/text"
)

// DeskOptions configures a Desk.
type DeskOptions struct {
	Model   *Model
	Words   func() text.Catalogue
	Dialogs *files.Dialogs
	Units   *units.Table // finds the units that a tariff names
	Copy    func(string) // puts a text on the clipboard
}

// Desk shows the fare in the record of a trip and the dialogs of a fare sheet and of the tariffs.
// It belongs to the UI goroutine.
type Desk struct{ o DeskOptions }

// NewDesk returns a desk whose dialogs are closed.
func NewDesk(o DeskOptions) *Desk { return &Desk{o: o} }
