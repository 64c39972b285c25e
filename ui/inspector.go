package ui

import (
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
	"roadsnap/ui/trips"
)

// inspector shows all that is known of what is selected.
type inspector struct {
	words   text.Catalogue
	title   *widget.Label
	body    *fyne.Container
	content fyne.CanvasObject
	shown   any  // what it shows: a *trips.Trip, a *units.Card, a *units.Group, a pointer.Hit, a *maps.Report, or nil
	subject any  // what that is about
	closed  bool // by the user, until something else is selected

	scroll *container.Scroll // of body

	showSpan func(t *trips.Trip, first, last int) // brings a stretch of a trip on the map
}

func newInspector(words text.Catalogue, closeIt func()) *inspector {
	i := &inspector{words: words, title: kit.Heading(""), body: container.NewVBox()}
	shut := kit.IconButton(theme.CancelIcon(), kit.WithKey(words.T("dialog.close"), "Ctrl+I"), closeIt)
	shut.Importance = widget.LowImportance
	top := container.NewBorder(nil, nil, nil, container.NewVBox(shut), i.title)
	i.scroll = container.NewVScroll(i.body)
	i.content = container.NewBorder(top, nil, nil, nil, i.scroll)
	return i
}

// fill shows parts in place of what was shown, laid out once for all of them. They
// are new: to refresh them, too, would be to make each a second time.
func (i *inspector) fill(parts []fyne.CanvasObject) {
	i.body.Objects = parts
	i.lay()
	canvas.Refresh(i.body)
}

// lay lays out what is shown. Texts that wrap know how high they are only once they
// know how wide.
func (i *inspector) lay() {
	i.body.Layout.Layout(i.body.Objects, i.body.Size())
	i.body.Resize(i.body.MinSize().Max(i.scroll.Size()))
	i.body.Layout.Layout(i.body.Objects, i.body.Size())
}

// open reports whether there is something to be seen.
func (i *inspector) open() bool { return i.shown != nil && !i.closed }

// forget has it show nothing.
func (i *inspector) forget() { i.shown, i.subject, i.closed = nil, nil, false }

// showTrip describes a trip, unless it does already, and reports whether it is
// another one than before.
func (i *inspector) showTrip(t *trips.Trip) (other bool) {
	old, was := i.shown.(*trips.Trip)
	if was && old == t {
		return false
	}
	i.shown, i.subject = t, t.ID
	i.describeTrip(t)
	return !was || old.ID != t.ID
}

func (i *inspector) describeTrip(t *trips.Trip) {
	i.title.SetText(t.Name)
	parts := []fyne.CanvasObject{i.origin(t)}
	switch t.Stage {
	case trips.Failed:
		parts = append(parts, kit.Notice(i.words, t.Problem))
	case trips.Done:
		if !t.Assessment.Explained() {
			parts = slices.Insert(parts, 0, i.reasons(t))
		}
		parts = append(parts, i.distances(t), i.points(t))
		if gaps := i.gaps(t); len(gaps) > 0 {
			parts = append(parts, i.spans(t, "trip.gaps", gaps))
		}
		if remarks := i.remarks(t); len(remarks) > 0 {
			parts = append(parts, i.spans(t, "trip.remarks", remarks))
		}
	case trips.Reading, trips.Matching, trips.Cancelled:
		parts = append(parts, widget.NewLabel(stageText(i.words, t)))
	}
	if len(t.Trace.Notes) > 0 {
		parts = append(parts, i.notes(t))
	}
	i.fill(parts)
}

// reasons lists all that is unexplained of a trip.
func (i *inspector) reasons(t *trips.Trip) fyne.CanvasObject {
	box := container.NewVBox(kit.Heading(i.words.T("trip.unexplained")))
	for _, r := range t.Assessment.Reasons {
		icon := widget.NewIcon(theme.NewWarningThemedResource(theme.WarningIcon()))
		box.Add(container.NewBorder(nil, nil, icon, nil, kit.Wrapped(reasonText(i.words, r), widget.MediumImportance)))
	}
	box.Add(widget.NewSeparator())
	return box
}

func (i *inspector) origin(t *trips.Trip) fyne.CanvasObject {
	w := i.words
	rows := [][2]string{{w.T("trip.file"), fileName(t.File)}}
	if first, last, ok := t.TimeSpan(); ok {
		rows = append(rows,
			[2]string{w.T("trip.start"), w.Moment(first)},
			[2]string{w.T("trip.end"), w.Moment(last)},
			[2]string{w.T("trip.duration"), w.Duration(last.Sub(first))},
		)
	}
	return kit.Facts(rows...)
}

func (i *inspector) distances(t *trips.Trip) fyne.CanvasObject {
	w, d := i.words, t.Result.Distance
	rows := [][3]string{{w.T("trip.matched"), w.Distance(d.Matched)}}
	if d.Inferred > 0 {
		rows = append(rows, [3]string{w.T("trip.inferred"), w.Distance(d.Inferred), w.T("tip.inferred")})
	}
	if d.OffRoad > 0 {
		rows = append(rows, [3]string{w.T("trip.off_road"), w.Distance(d.OffRoad), w.T("tip.off_road")})
	}
	rows = append(rows, [3]string{w.T("trip.raw"), w.Distance(d.Raw), w.T("tip.raw")})
	return container.NewVBox(widget.NewSeparator(), kit.Heading(w.T("trip.distances")), kit.FactsWithTips(rows...))
}

func (i *inspector) points(t *trips.Trip) fyne.CanvasObject {
	w := i.words
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
	), i.warnings(t)))
}

// warnings counts the warnings of a trip. Each click leads to the next one and says
// what it is about.
func (i *inspector) warnings(t *trips.Trip) fyne.CanvasObject {
	w, list := i.words, t.Result.Warnings
	name, count := w.T("trip.points.warnings"), w.Count(len(list))
	if len(list) == 0 {
		return kit.Facts([2]string{name, count})
	}
	said := kit.Wrapped("", widget.MediumImportance)
	rows := container.New(kit.TightRows{})
	next, clock := 0, i.clock(t)
	rows.Add(kit.LinkRow(name, count, func() {
		x, obs := list[next], t.Trace.Observations
		args := []any{"k", w.Count(next + 1), "n", count, "what", warningText(w, x.Kind), "index", w.Count(x.Index), "time", clock(obs[x.Index].Time)}
		if obs[x.Index].Time.IsZero() {
			said.SetText(w.T("trip.warning.at_point", args...))
		} else {
			said.SetText(w.T("trip.warning.at_time", args...))
		}
		if len(rows.Objects) == 1 {
			rows.Add(said)
		}
		i.lay()
		first, last := x.Index, x.Index // or the points around it, if it is nowhere on Earth
		for first > 0 && !obs[first].Valid() {
			first--
		}
		for last < len(obs)-1 && !obs[last].Valid() {
			last++
		}
		i.showSpan(t, first, last)
		next = (next + 1) % len(list)
	}))
	return rows
}

func warningText(w text.Catalogue, kind match.WarningKind) string {
	switch kind {
	case match.WarnBadCoordinate:
		return w.T("trip.warning.bad_coordinate")
	case match.WarnBadAccuracy:
		return w.T("trip.warning.bad_accuracy")
	case match.WarnDuplicateTime:
		return w.T("trip.warning.duplicate_time")
	case match.WarnBackwardTime:
		return w.T("trip.warning.backward_time")
	case match.WarnMissingTime:
		return w.T("trip.warning.missing_time")
	case match.WarnOneway:
		return w.T("trip.remark.against_oneway")
	case match.WarnTurn:
		return w.T("trip.remark.banned_turn")
	case match.WarnImpossibleSpeed:
		return w.T("gap.impossible_speed")
	default:
		return string(kind)
	}
}

// clock returns what writes times of a trip: as times of day, with the date if the
// trip did not begin on that day.
func (i *inspector) clock(t *trips.Trip) func(time.Time) string {
	begin, _, _ := t.TimeSpan()
	day := i.words.Day(begin.In(text.Vietnam))
	return func(at time.Time) string {
		if i.words.Day(at.In(text.Vietnam)) != day {
			return i.words.Moment(at)
		}
		return i.words.Clock(at)
	}
}

// span is a row of the inspector about a stretch of a trip.
type span struct {
	first, last int // indices of its observations
	text        string
}

// spans lists stretches of a trip, each of which leads to where it lies.
func (i *inspector) spans(t *trips.Trip, key string, list []span) fyne.CanvasObject {
	w, clock := i.words, i.clock(t)
	rows := container.New(kit.TightRows{})
	for _, s := range list {
		name := w.T("trip.gap.span", "first", w.Count(s.first), "last", w.Count(s.last))
		if s.first == s.last {
			name = w.T("trip.remark.point", "index", w.Count(s.first))
		}
		at := kit.NewLink(name, func() { i.showSpan(t, s.first, s.last) })
		at.Truncation = fyne.TextTruncateOff // the text wraps
		rows.Add(container.NewBorder(nil, nil, at, nil, kit.FactValue(s.text)))
		if detail := spanDetail(w, t, s, clock); detail != "" {
			line := kit.Caption(detail)
			line.Wrapping = fyne.TextWrapWord
			rows.Add(line)
		}
	}
	return container.NewVBox(widget.NewSeparator(), kit.Heading(w.T(key)), rows)
}

// spanDetail says when a stretch was driven, for how long, and how long it is: straight
// through its observations.
func spanDetail(w text.Catalogue, t *trips.Trip, s span, clock func(time.Time) string) string {
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
	var line []geo.Point
	for _, o := range obs {
		if o.Valid() {
			line = append(line, o.Point)
		}
	}
	return strings.Join(append(parts, w.Distance(geo.Length(line))), " · ")
}

// maxGaps is how many gaps the inspector lists.
const maxGaps = 50

func (i *inspector) gaps(t *trips.Trip) (list []span) {
	for _, g := range t.Result.Gaps[:min(len(t.Result.Gaps), maxGaps)] {
		list = append(list, span{g.FirstIndex, g.LastIndex, gapText(i.words, g.Cause)})
	}
	return list
}

// maxRemarks is how many of each kind of remark the inspector lists.
const maxRemarks = 20

// remarks lists what a dispatcher wants to know of the route itself: where it went
// against the law, and where nobody saw it go.
func (i *inspector) remarks(t *trips.Trip) (list []span) {
	w := i.words
	for _, x := range t.Result.Warnings {
		ofTheDrive := x.Kind == match.WarnOneway || x.Kind == match.WarnTurn
		if ofTheDrive && len(list) < maxRemarks {
			list = append(list, span{x.Index, x.Index, warningText(w, x.Kind)})
		}
	}
	unseen := 0
	for _, leg := range t.Result.Legs {
		for _, s := range leg.Inferred {
			if unseen++; unseen <= maxRemarks {
				list = append(list, span{s.FirstIndex, s.LastIndex, w.T("trip.remark.inferred", "cause", gapText(w, s.Cause))})
			}
		}
	}
	return list
}

func gapText(w text.Catalogue, cause match.GapCause) string {
	switch cause {
	case match.GapTunnel:
		return w.T("gap.tunnel")
	case match.GapNoRoad:
		return w.T("gap.no_road")
	case match.GapNoRoute:
		return w.T("gap.no_route")
	case match.GapOutage:
		return w.T("gap.outage")
	case match.GapJump:
		return w.T("gap.jump")
	case match.GapImpossibleSpeed:
		return w.T("gap.impossible_speed")
	default:
		return string(cause)
	}
}

func (i *inspector) notes(t *trips.Trip) fyne.CanvasObject {
	box := container.NewVBox(widget.NewSeparator(), kit.Heading(i.words.T("trip.notes")))
	for _, n := range t.Trace.Notes {
		l := widget.NewLabel(i.words.Note(n))
		l.Wrapping = fyne.TextWrapWord
		box.Add(l)
	}
	return box
}
