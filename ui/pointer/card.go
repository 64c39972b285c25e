// SPDX-License-Identifier: MIT

package pointer

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// hitCard builds the record of a clicked place.
type hitCard struct {
	words text.Catalogue
	form  text.Coordinator
	hit   Hit
	// limit corrects the speed limit of a way; nil if nothing is kept.
	limit func(way int64, road string)
}

func (c hitCard) title() string {
	switch h := c.hit; {
	case h.HasSite:
		return h.Site.Title(c.words)
	case h.Name != "":
		return h.Name
	case h.HasFix:
		return c.words.T("here.point", "n", c.words.Count(h.Fix.Index))
	case h.HasRoad:
		return h.Road.Title(c.words)
	default:
		return c.words.T("here.title")
	}
}

func (c hitCard) parts() (parts []fyne.CanvasObject) {
	w, h := c.words, c.hit
	if h.Note != "" {
		parts = append(parts, kit.Wrapped(h.Note, widget.WarningImportance))
	}
	if h.HasFix {
		parts = append(parts, kit.FactsWithTips(c.fix(h.Fix)...))
	}
	if rows := h.Site.facts(w); h.HasSite && len(rows) > 0 {
		parts = append(parts, kit.Facts(rows...))
	}
	if h.HasRoad {
		if h.HasFix || h.Name != "" {
			parts = append(parts, widget.NewSeparator(), kit.Heading(h.Road.Title(w)))
		}
		parts = append(parts, kit.Facts(c.road(h.Road)...))
		if c.limit != nil && h.Road.Way != 0 {
			parts = append(parts, container.NewHBox(kit.NewButton(w.T("reports.limits.of_road"), nil, func() { c.limit(h.Road.Way, h.Road.Title(w)) })))
		}
	}
	if h.HasUnit {
		var rows [][2]string
		if h.Units.WardFound {
			rows = append(rows, [2]string{w.T("here.ward"), w.Ward(h.Units.Ward)})
		}
		rows = append(rows, [2]string{w.T("unit.province"), w.Province(h.Units.Province)})
		parts = append(parts, container.NewVBox(widget.NewSeparator(), kit.Facts(rows...)))
	}
	at := h.At
	switch {
	case h.HasFix:
		at = h.Fix.Observation.Point
	case h.HasSite:
		at = h.Site.At
	}
	lines := container.New(kit.TightRows{})
	for _, text := range c.form.Texts(at, h.Units.Province) {
		lines.Add(kit.NewValue(text))
	}
	return append(parts, container.NewVBox(widget.NewSeparator(), kit.Heading(w.T("here.coordinates")), lines))
}

func (c hitCard) road(r Road) [][2]string {
	w := c.words
	rows := [][2]string{{w.T("here.class"), w.Class(r.Kind)}}
	if r.Way != 0 {
		rows = append(rows, [2]string{w.T("here.way_id"), strconv.FormatInt(r.Way, 10)})
	}
	if r.Bridge {
		rows = append(rows, [2]string{w.T("here.bridge"), w.T("here.yes")})
	}
	if r.Tunnel {
		rows = append(rows, [2]string{w.T("here.tunnel"), w.T("here.yes")})
	}
	return rows
}

func (c hitCard) fix(f Fix) [][3]string {
	w, o := c.words, f.Observation
	rows := [][3]string{{w.T("here.trip"), f.Trip.Name}}
	if !o.Time.IsZero() {
		rows = append(rows, [3]string{w.T("here.time"), w.Moment(o.Time)})
	}
	if o.HasSpeed {
		const kmh = 3.6 // km/h in 1 m/s
		rows = append(rows, [3]string{w.T("here.speed"), w.Number(o.Speed*kmh, 0) + " km/h"})
	}
	p, ok := f.Matched()
	switch {
	case !ok:
	case !p.HasWay:
		rows = append(rows, [3]string{w.T("here.road"), w.T("here.off_road_point")})
	default:
		rows = append(rows,
			[3]string{w.T("here.way_id"), strconv.FormatInt(p.WayID, 10)},
			[3]string{w.T("here.moved"), w.Distance(p.Distance)},
			[3]string{w.T("here.confidence"), w.Number(100*p.Confidence, 0) + " %", w.T("tip.confidence")},
		)
	}
	return rows
}
