// SPDX-License-Identifier: MIT

package trips

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
)

// fare returns the part of the record with the fare of a trip by the tariff of its vehicle, nil if
// none is chosen. A click shows the fare sheet.
func (c cardView) fare(t *Trip) fyne.CanvasObject {
	if c.Model == nil {
		return nil
	}
	if _, chosen := c.Model.TariffOf(t); !chosen {
		return nil
	}
	w := c.Words
	box := container.NewVBox(widget.NewSeparator(), kit.Heading(w.T("fare.title")))
	if f := c.Fare; f != nil {
		box.Add(kit.Fact(f.Tariff, f.Note, kit.FactValue(Money(w, f.Total))))
	}
	box.Add(kit.NewLink(w.T("menu.fare"), c.AskFare))
	return box
}
