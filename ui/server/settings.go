// SPDX-License-Identifier: MIT

package server

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
)

const (
	settingsWidth  = 470 // of the dialog (logical pixels)
	settingsHeight = 470
)

// compatNames are the names of the servers that people know, by the names of Compatible.
var compatNames = map[string]string{
	"google": "Google Roads", "mapbox": "Mapbox Map Matching", "osrm": "OSRM", "valhalla": "Valhalla",
	"overpass": "Overpass (Traccar)", "nominatim": "Nominatim (Traccar)",
}

// askSettings asks for the settings in a dialog.
func (p *Panel) askSettings() {
	t, now := p.words.T, p.model.State().Settings
	form := container.NewVBox()
	check := func(name, about string, on bool) *kit.Check {
		c := kit.NewCheck(name)
		c.SetChecked(on)
		form.Add(c)
		if about != "" {
			form.Add(kit.Indented(kit.Wrapped(about, widget.LowImportance)))
		}
		return c
	}
	autoStart := check(t("server.settings.auto_start"), "", now.AutoStart)
	lan := check(t("server.settings.lan"), t("server.lan.warning"), now.LAN)
	unitsKey := check(t("server.settings.units_key"), "", now.UnitsKey)
	rate := kit.NewEntry()
	if now.Rate > 0 {
		rate.SetText(p.words.Number(now.Rate, 0))
	}
	rate.SetPlaceHolder(t("server.settings.rate_empty"))
	origins := kit.NewTextArea()
	origins.SetText(strings.Join(now.Origins, "\n"))
	origins.SetPlaceHolder(t("server.settings.origins_example"))
	origins.SetMinRowsVisible(2)
	form.Add(kit.NewTerm(t("server.settings.rate"), t("server.settings.rate_about")))
	form.Add(rate)
	form.Add(kit.NewTerm(t("server.settings.origins"), t("server.settings.origins_about")))
	form.Add(origins)
	form.Add(kit.NewTerm(t("server.settings.compat"), t("server.settings.compat_about")))
	compat := map[string]*kit.Check{}
	names := p.model.Compatible()
	grid := container.NewGridWithColumns(2)
	for _, name := range names {
		compat[name] = kit.NewCheck(cmp.Or(compatNames[name], name))
		compat[name].SetChecked(slices.Contains(now.Compat, name))
		grid.Add(compat[name])
	}
	form.Add(grid)
	wrong := kit.Wrapped("", widget.DangerImportance)
	wrong.Hide()
	content := container.NewBorder(nil, wrong, nil, nil, container.NewVScroll(form))
	p.do.Edit(t("server.settings"), t("dialog.save"), content, fyne.NewSize(settingsWidth, settingsHeight), func() (done bool) {
		s := Settings{LAN: lan.Checked, UnitsKey: unitsKey.Checked, AutoStart: autoStart.Checked, Origins: lines(origins.Text)}
		if text := strings.TrimSpace(rate.Text); text != "" {
			var ok bool
			if s.Rate, ok = p.words.ReadNumber(text); !ok {
				s.Rate = -1
			}
		}
		for _, name := range names {
			if compat[name].Checked {
				s.Compat = append(s.Compat, name)
			}
		}
		fault := p.model.Configure(s)
		if fault != "" {
			wrong.SetText(t(fault))
			wrong.Show()
		}
		return fault == ""
	})
}
