// SPDX-License-Identifier: MIT

package fares

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/trips"
)

// Record returns the part of the record with the fare of a trip by the tariff of its vehicle; it is
// empty if none is chosen. A click shows the fare sheet.
func (d *Desk) Record(t *trips.Trip) trips.RecordPart {
	m, words := d.o.Model, d.o.Words()
	if _, chosen := m.TariffOf(t); !chosen || !t.Matched {
		return trips.RecordPart{}
	}
	f := m.Of(t)
	return trips.RecordPart{Version: f, Make: func() []fyne.CanvasObject {
		box := container.NewVBox(widget.NewSeparator(), kit.Heading(words.T("fare.title")))
		if f != nil {
			box.Add(kit.Fact(f.Tariff, f.Note, kit.FactValue(Money(words, f.Total))))
		}
		box.Add(kit.NewLink(words.T("menu.fare"), d.Ask))
		return []fyne.CanvasObject{box}
	}}
}
