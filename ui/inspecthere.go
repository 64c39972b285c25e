package ui

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"roadsnap/ui/kit"
	"roadsnap/ui/pointer"
)

// showHere describes what was clicked on the map, and reports whether it is
// another place than before.
func (i *inspector) showHere(h pointer.Hit) (other bool) {
	old, was := i.shown.(pointer.Hit)
	if was && old.At == h.At {
		return false
	}
	i.shown = h
	i.describeHere(h)
	return true
}

func (i *inspector) describeHere(h pointer.Hit) {
	w := i.words
	var parts []fyne.CanvasObject
	switch {
	case h.HasFix:
		i.title.SetText(w.T("here.point", "n", w.Count(h.Fix.Index)))
		parts = append(parts, kit.FactsWithTips(i.fix(h.Fix)...))
	case h.HasRoad:
		i.title.SetText(h.Road.Title(w))
	default:
		i.title.SetText(w.T("here.title"))
	}
	if h.HasRoad {
		if h.HasFix {
			parts = append(parts, widget.NewSeparator(), kit.Heading(h.Road.Title(w)))
		}
		parts = append(parts, kit.Facts(i.road(h.Road)...))
	}
	if h.HasUnit {
		var rows [][2]string
		if h.Units.WardFound {
			rows = append(rows, [2]string{w.T("here.ward"), h.Units.Ward.FullName})
		}
		rows = append(rows, [2]string{w.T("unit.province"), h.Units.Province.FullName})
		parts = append(parts, container.NewVBox(widget.NewSeparator(), kit.Facts(rows...)))
	}
	at := h.At
	if h.HasFix {
		at = h.Fix.Observation.Point
	}
	lines := container.New(kit.TightRows{})
	for _, text := range i.form.Texts(at, h.Units.Province) {
		line := widget.NewLabel(text)
		line.Selectable = true
		line.Wrapping = fyne.TextWrapWord
		lines.Add(line)
	}
	i.fill(append(parts, container.NewVBox(widget.NewSeparator(), kit.Heading(w.T("here.coordinates")), lines)))
}

func (i *inspector) road(r pointer.Road) [][2]string {
	w := i.words
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

func (i *inspector) fix(f pointer.Fix) [][3]string {
	w, o := i.words, f.Observation
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
