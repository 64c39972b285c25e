// SPDX-License-Identifier: MIT

package trips

import (
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// cardView builds the record of a trip for the inspector.
type cardView struct {
	Words             text.Catalogue
	Saved             Saved
	Trip              *Trip
	Events            *eventList
	Figures           *Figures // nil before they are known
	Corrections, Fare RecordPart
	Model             *Model
	Sites             []trip.Site             // the named places
	ShowStop          func(t *Trip, stop int) // shows a stop on the map and on the timeline
	Lay               func()                  // lays out the record again
	Overlaps          []Overlap               // with other trips
	// NamePlace asks for the name of a place.
	NamePlace func(at geo.Point)
	MakeSheet func()            // makes the distance sheet of the trip
	Copy      func(text string) // copies to the clipboard
	AskRoutes func(file string) // chooses among the routes of a file
}

// Parts returns the parts of the record, from top to bottom.
func (c cardView) Parts() []fyne.CanvasObject {
	t := c.Trip
	var parts []fyne.CanvasObject
	if t.HasSummary && !t.Assessment.Explained() {
		parts = append(parts, c.reasons(t))
	}
	for _, o := range c.Overlaps {
		parts = append(parts, c.overlap(t, o))
	}
	if t.Swapped() {
		parts = append(parts, c.swapped())
	}
	parts = append(parts, c.Corrections.objects()...)
	parts = append(parts, c.origin(t))
	if t.Stage == Failed {
		parts = append(parts, kit.Notice(c.Words, t.Problem))
	} else if t.Stage != Done {
		parts = append(parts, widget.NewLabel(stageText(c.Words, State{Saved: c.Saved}, t)))
	}
	if t.HasSummary {
		parts = append(parts, c.distances(t))
	}
	parts = append(parts, c.Fare.objects()...)
	switch {
	case t.Matched:
		parts = append(parts, c.figures(t)...)
	case t.Stage == Done:
		parts = append(parts, widget.NewLabel(c.Words.T("trips.loading")))
	}
	if notes := c.notes(t); notes != nil {
		parts = append(parts, notes)
	}
	return parts
}

// figures returns the parts of the record of a matched trip.
func (c cardView) figures(t *Trip) (parts []fyne.CanvasObject) {
	add := func(part fyne.CanvasObject) {
		if part != nil {
			parts = append(parts, part)
		}
	}
	f := c.Figures
	if f != nil {
		add(c.speeds())
	}
	if len(t.Events) > 0 {
		add(c.Events.content())
	}
	if len(t.Stops) > 0 {
		add(c.stops(t))
		add(c.arrivals())
	}
	if f != nil {
		add(c.portions(c.Words.T(c.unitHeading()), c.wards()))
		add(c.portions(c.Words.T("trip.by_class"), classPortions(c.Words, f.Classes)))
	}
	add(c.points(t))
	return parts
}

// reasons lists the reasons why parts of a trip are unexplained.
func (c cardView) reasons(t *Trip) fyne.CanvasObject {
	box := container.NewVBox(kit.Heading(c.Words.T("trip.unexplained")))
	for _, r := range t.Assessment.Reasons {
		icon := widget.NewIcon(theme.NewWarningThemedResource(theme.WarningIcon()))
		box.Add(container.NewBorder(nil, nil, icon, nil, kit.Wrapped(reasonText(c.Words, r), widget.MediumImportance)))
	}
	box.Add(widget.NewSeparator())
	return box
}

func (c cardView) origin(t *Trip) fyne.CanvasObject {
	w := c.Words
	var rows [][3]string
	add := func(name, value, tip string) {
		if value != "" {
			rows = append(rows, [3]string{name, value, tip})
		}
	}
	add(w.T("trips.column.driver"), t.DriverName(), "")
	add(w.T("trips.column.team"), t.Team(), "")
	add(w.T("trip.device"), t.Trace.Device, "")
	if origin := originText(w, t.Origin, filepath.Base(t.File)); origin != "" {
		add(w.T("trip.origin"), origin, "")
	} else {
		add(w.T("trip.file"), filepath.Base(t.File), "")
	}
	if !t.First.IsZero() {
		add(w.T("trip.start"), w.Moment(t.First), "")
		add(w.T("trip.end"), w.Moment(t.Last), "")
		add(w.T("trip.duration"), w.Duration(t.Duration()), "")
	}
	rows = append(rows, c.times()...)
	add(w.T("menu.tags"), tagText(c.Saved, t.Tags), "")
	facts := kit.FactsWithTips(rows...)
	if t.Note == "" {
		return facts
	}
	return container.NewVBox(facts, kit.Wrapped(t.Note, widget.MediumImportance))
}

func (c cardView) distances(t *Trip) fyne.CanvasObject {
	w, s := c.Words, &t.Summary
	rows := [][3]string{{w.T("trip.matched"), w.Distance(s.Matched)}}
	if s.Inferred > 0 {
		rows = append(rows, [3]string{w.T("trip.inferred"), w.Distance(s.Inferred), w.T("tip.inferred")})
	}
	if s.OffRoad > 0 {
		rows = append(rows, [3]string{w.T("trip.off_road"), w.Distance(s.OffRoad), w.T("tip.off_road")})
	}
	rows = append(rows, [3]string{w.T("trip.raw"), w.Distance(t.Raw), w.T("tip.raw")})
	if difference, ok := t.DeviceDifference(); ok {
		rows = append(rows,
			[3]string{w.T("trips.column.device"), w.Distance(s.Device), w.T("tip.column.device")},
			[3]string{w.T("trips.column.difference"), signed(w, difference), w.T("tip.column.difference")})
	}
	box := container.NewVBox(widget.NewSeparator(), kit.Heading(w.T("trip.distances")), kit.FactsWithTips(rows...))
	if t.Kept != 0 && c.MakeSheet != nil {
		box.Add(kit.NewLink(w.T("menu.sheet"), c.MakeSheet))
	}
	return box
}

func (c cardView) points(t *Trip) fyne.CanvasObject {
	w := c.Words
	var counts [3]int
	for _, p := range t.Result.Points {
		if int(p.State) < len(counts) {
			counts[p.State]++
		}
	}
	return container.NewVBox(widget.NewSeparator(), kit.Heading(w.T("trip.points")), kit.FactsWithTips(
		[3]string{w.T("trip.points.all"), w.Count(len(t.Result.Points))},
		[3]string{w.T("trip.points.matched"), w.Count(counts[match.Matched]), w.T("tip.points.matched")},
		[3]string{w.T("trip.points.on_route"), w.Count(counts[match.OnRoute]), w.T("tip.points.on_route")},
		[3]string{w.T("trip.points.off_road"), w.Count(counts[match.OffRoad]), w.T("tip.points.off_road")},
		[3]string{w.T("trip.legs"), w.Count(len(t.Result.Legs)), w.T("tip.legs")},
	))
}

// A record lists firstSpans segments of a trip at once and up to maxSpans on request,
// because the layout of each row takes time.
const (
	firstSpans = 6
	maxSpans   = 1000
)

// stops returns the list of the stops of a trip, named by their times. A click on one shows
// it on the map and on the timeline.
func (c cardView) stops(t *Trip) fyne.CanvasObject {
	w, rows := c.Words, container.New(kit.TightRows{})
	names := map[int]string{} // of the places, by stop
	for _, v := range trip.Visits(c.Sites, t.Stops) {
		names[v.Stop] = c.Sites[v.Site].Name
	}
	kit.FillLong(w, rows, kit.LongList{
		Total: len(t.Stops), Rows: min(len(t.Stops), maxSpans), First: firstSpans, Lay: c.Lay,
		Add: func(i int) {
			s := t.Stops[i]
			at := kit.NewWrappedLink(spanText(w, t, s.Arrival, s.Departure), func() { c.ShowStop(t, i) })
			tip := w.T("menu.name_place")
			if names[i] != "" {
				tip = w.T("menu.edit_place", "name", names[i])
			}
			name := kit.IconButton(theme.DocumentCreateIcon(), tip, func() { c.NamePlace(s.Center) })
			name.Importance = widget.LowImportance
			duration := kit.FactValue(w.Duration(s.Duration()))
			if isDated(at.Text) {
				rows.Add(at)
				rows.Add(container.NewBorder(nil, nil, nil, name, duration))
			} else {
				at.Wrapping = fyne.TextWrapOff // it takes no room from the duration
				rows.Add(container.NewBorder(nil, nil, at, name, duration))
			}
			for _, line := range c.stopTexts(i) {
				caption := kit.Caption(line)
				caption.Wrapping = fyne.TextWrapWord
				rows.Add(caption)
			}
		},
	})
	return container.NewVBox(widget.NewSeparator(), kit.Heading(w.T("trip.stops")), rows)
}

// swapped says that the coordinates of the file were exchanged, which moves the whole trip.
func (c cardView) swapped() fyne.CanvasObject {
	line := kit.Wrapped(c.Words.Note(trace.Note{Kind: trace.NoteSwapped}), widget.MediumImportance)
	return container.NewBorder(nil, nil, widget.NewIcon(theme.InfoIcon()), nil, line)
}

// notes lists the other notes on the file, nil without any.
func (c cardView) notes(t *Trip) fyne.CanvasObject {
	box := container.NewVBox(widget.NewSeparator(), kit.Heading(c.Words.T("trip.notes")))
	empty := len(box.Objects)
	for _, n := range t.Trace.Notes {
		if n.Kind != trace.NoteSwapped {
			box.Add(kit.Wrapped(c.Words.Note(n), widget.MediumImportance))
		}
		if n.Kind == trace.NoteRoutes && c.AskRoutes != nil {
			box.Add(container.NewHBox(kit.NewButton(c.Words.T("tracks.routes"), nil, func() { c.AskRoutes(t.File) })))
		}
	}
	if len(box.Objects) == empty {
		return nil
	}
	return box
}
