// SPDX-License-Identifier: MIT

package trips

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// cardView builds the record of a trip for the inspector.
type cardView struct {
	Words    text.Catalogue
	Saved    Saved
	Trip     *Trip
	ShowSpan func(t *Trip, first, last int) // zooms the map to a segment of the trip
	Lay      func()                         // lays out the record again
}

// Parts returns the parts of the record, from top to bottom.
func (c cardView) Parts() []fyne.CanvasObject {
	t := c.Trip
	var parts []fyne.CanvasObject
	if t.HasSummary && !t.Assessment.Explained() {
		parts = append(parts, c.reasons(t))
	}
	parts = append(parts, c.origin(t))
	if t.Stage == Failed {
		parts = append(parts, kit.Notice(c.Words, t.Problem))
	} else if t.Stage != Done {
		parts = append(parts, widget.NewLabel(stageText(c.Words, State{Saved: c.Saved}, t)))
	}
	if t.HasSummary {
		parts = append(parts, c.distances(t))
	}
	switch {
	case t.Matched:
		parts = append(parts, c.points(t))
		if stops := c.stops(t); len(stops) > 0 {
			parts = append(parts, c.spans(t, "trip.stops", stops))
		}
		if gaps := c.gaps(t); len(gaps) > 0 {
			parts = append(parts, c.spans(t, "trip.gaps", gaps))
		}
		if remarks := c.remarks(t); len(remarks) > 0 {
			parts = append(parts, c.spans(t, "trip.remarks", remarks))
		}
	case t.Stage == Done:
		parts = append(parts, widget.NewLabel(c.Words.T("trips.loading")))
	}
	if len(t.Trace.Notes) > 0 {
		parts = append(parts, c.notes(t))
	}
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
	add(w.T("trips.column.driver"), t.Driver, "")
	add(w.T("trip.file"), filepath.Base(t.File), "")
	if !t.First.IsZero() {
		add(w.T("trip.start"), w.Moment(t.First), "")
		add(w.T("trip.end"), w.Moment(t.Last), "")
		add(w.T("trip.duration"), w.Duration(t.Duration()), "")
	}
	if t.HasSummary && t.Summary.Stops > 0 {
		add(w.T("trip.driving"), w.Duration(t.Summary.Driving), w.T("tip.driving"))
		add(w.T("trip.standing"), w.Duration(t.Summary.Standing), w.T("tip.standing"))
	}
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
	return container.NewVBox(widget.NewSeparator(), kit.Heading(w.T("trip.distances")), kit.FactsWithTips(rows...))
}

func (c cardView) points(t *Trip) fyne.CanvasObject {
	w := c.Words
	var counts [3]int
	for _, p := range t.Result.Points {
		if int(p.State) < len(counts) {
			counts[p.State]++
		}
	}
	return container.NewVBox(widget.NewSeparator(), kit.Heading(w.T("trip.points")), container.New(kit.TightRows{}, kit.FactsWithTips(
		[3]string{w.T("trip.points.all"), w.Count(len(t.Result.Points))},
		[3]string{w.T("trip.points.matched"), w.Count(counts[match.Matched]), w.T("tip.points.matched")},
		[3]string{w.T("trip.points.on_route"), w.Count(counts[match.OnRoute]), w.T("tip.points.on_route")},
		[3]string{w.T("trip.points.off_road"), w.Count(counts[match.OffRoad]), w.T("tip.points.off_road")},
		[3]string{w.T("trip.legs"), w.Count(len(t.Result.Legs)), w.T("tip.legs")},
	), c.warnings(t)))
}

// warnings returns the number of warnings of a trip. Each click shows the next warning and
// its place on the map.
func (c cardView) warnings(t *Trip) fyne.CanvasObject {
	w, list := c.Words, t.Result.Warnings
	name, count := w.T("trip.points.warnings"), w.Count(len(list))
	if len(list) == 0 {
		return kit.Facts([2]string{name, count})
	}
	said := kit.Wrapped("", widget.MediumImportance)
	rows := container.New(kit.TightRows{})
	next, clock := 0, c.clock(t)
	rows.Add(kit.LinkRow(name, count, func() {
		x, obs := list[next], t.Trace.Observations
		args := []any{"k", w.Count(next + 1), "n", count, "what", w.Warning(x.Kind), "index", w.Count(x.Index), "time", clock(obs[x.Index].Time)}
		if obs[x.Index].Time.IsZero() {
			said.SetText(w.T("trip.warning.at_point", args...))
		} else {
			said.SetText(w.T("trip.warning.at_time", args...))
		}
		if len(rows.Objects) == 1 {
			rows.Add(said)
		}
		c.Lay()
		first, last := x.Index, x.Index // extended to valid points if its position is invalid
		for first > 0 && !obs[first].Valid() {
			first--
		}
		for last < len(obs)-1 && !obs[last].Valid() {
			last++
		}
		c.ShowSpan(t, first, last)
		next = (next + 1) % len(list)
	}))
	return rows
}

// clock returns a formatter for times of a trip. It writes the time of day, with the date
// if that is not the day on which the trip began.
func (c cardView) clock(t *Trip) func(time.Time) string {
	day := c.Words.Day(t.First.In(text.Vietnam))
	return func(at time.Time) string {
		if c.Words.Day(at.In(text.Vietnam)) != day {
			return c.Words.Moment(at)
		}
		return c.Words.Clock(at)
	}
}

// span is a row of the inspector about a segment of a trip.
type span struct {
	first, last int    // indices of its observations
	name        string // if empty, the indices
	text        string
}

// The inspector lists firstSpans segments at once and up to maxSpans on request, because
// the layout of each row takes time.
const (
	firstSpans = 6
	maxSpans   = 1000
)

// spans returns a list of segments of a trip. A click on one shows it on the map.
func (c cardView) spans(t *Trip, key string, list []span) fyne.CanvasObject {
	rows, clock := container.New(kit.TightRows{}), c.clock(t)
	kit.FillLong(c.Words, rows, kit.LongList{
		Total: len(list), Rows: min(len(list), maxSpans), First: firstSpans, Lay: c.Lay,
		Add: func(i int) { c.addSpan(rows, t, list[i], clock) },
	})
	return container.NewVBox(widget.NewSeparator(), kit.Heading(c.Words.T(key)), rows)
}

// addSpan adds a segment of a trip to the rows of a list.
func (c cardView) addSpan(rows *fyne.Container, t *Trip, s span, clock func(time.Time) string) {
	w, name := c.Words, s.name
	switch {
	case name != "":
	case s.first == s.last:
		name = w.T("trip.remark.point", "index", w.Count(s.first))
	default:
		name = w.T("trip.gap.span", "first", w.Count(s.first), "last", w.Count(s.last))
	}
	at := kit.NewLink(name, func() { c.ShowSpan(t, s.first, s.last) })
	at.Truncation = fyne.TextTruncateOff // the text wraps
	rows.Add(container.NewBorder(nil, nil, at, nil, kit.FactValue(s.text)))
	if detail := spanDetail(w, t, s, clock); detail != "" && s.name == "" {
		line := kit.Caption(detail)
		line.Wrapping = fyne.TextWrapWord
		rows.Add(line)
	}
}

// spanDetail returns the time, duration and length of a segment. The length is measured
// straight through its observations.
func spanDetail(w text.Catalogue, t *Trip, s span, clock func(time.Time) string) string {
	obs := t.Trace.Observations[s.first : s.last+1]
	from, to := obs[0].Time, obs[len(obs)-1].Time
	if s.first == s.last {
		if from.IsZero() {
			return ""
		}
		return clock(from)
	}
	var parts []string
	if !from.IsZero() && !to.Before(from) {
		parts = append(parts, clock(from)+"–"+clock(to), w.Duration(to.Sub(from)))
	}
	return strings.Join(append(parts, w.Distance(geo.Length(validPoints(obs)))), " · ")
}

// stops returns the stops of a trip, named by their times.
func (c cardView) stops(t *Trip) (list []span) {
	clock := c.clock(t)
	for _, s := range t.Stops {
		list = append(list, span{s.First, s.Last, clock(s.Arrival) + "–" + clock(s.Departure), c.Words.Duration(s.Duration())})
	}
	return list
}

func (c cardView) gaps(t *Trip) (list []span) {
	for _, g := range t.Result.Gaps {
		list = append(list, span{g.FirstIndex, g.LastIndex, "", c.Words.GapCause(g.Cause)})
	}
	return list
}

// remarks returns the segments of the route that a dispatcher may want to check, in the
// order of travel: illegal turns and directions, and inferred segments.
func (c cardView) remarks(t *Trip) (list []span) {
	w := c.Words
	for _, x := range t.Result.Warnings {
		if x.Kind == match.WarnOneway || x.Kind == match.WarnTurn {
			list = append(list, span{x.Index, x.Index, "", w.Warning(x.Kind)})
		}
	}
	for _, leg := range t.Result.Legs {
		for _, s := range leg.Inferred {
			list = append(list, span{s.FirstIndex, s.LastIndex, "", w.T("trip.remark.inferred", "cause", w.GapCause(s.Cause))})
		}
	}
	slices.SortStableFunc(list, func(a, b span) int { return cmp.Compare(a.first, b.first) })
	return list
}

func (c cardView) notes(t *Trip) fyne.CanvasObject {
	box := container.NewVBox(widget.NewSeparator(), kit.Heading(c.Words.T("trip.notes")))
	for _, n := range t.Trace.Notes {
		box.Add(kit.Wrapped(c.Words.Note(n), widget.MediumImportance))
	}
	return box
}
