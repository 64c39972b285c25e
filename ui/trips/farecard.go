// SPDX-License-Identifier: MIT

package trips

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/fare"
	"roadsnap/ui/kit"
)

// fare returns the part of the record with the fare of a trip by the tariff of its vehicle. A click
// shows the fare sheet.
func (c cardView) fare(t *Trip) fyne.CanvasObject {
	w := c.Words
	var rows []fyne.CanvasObject
	var tariff fare.Tariff
	chosen := false
	if c.Model != nil {
		tariff, chosen = c.Model.TariffOf(t)
	}
	if chosen && c.Figures != nil {
		drive := c.Figures.Drive.AtSites(t.Trace.Observations, t.Result, c.Sites)
		if s, err := c.Model.SheetOf(tariff, Priced{Trip: t, Drive: drive, Ready: true}); err == nil {
			rows = append(rows, kit.Fact(tariff.Name, s.Note, kit.FactValue(Money(w, s.Total))))
		}
	}
	link := kit.NewLink(w.T("menu.fare"), c.AskFare)
	return container.NewVBox(append([]fyne.CanvasObject{widget.NewSeparator(), kit.Heading(w.T("fare.title"))}, append(rows, link)...)...)
}
