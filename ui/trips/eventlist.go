// SPDX-License-Identifier: MIT

package trips

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"roadsnap/engine/match"
	"roadsnap/engine/trip"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// eventList is the list of the events of a trip in its record.
type eventList struct {
	words   text.Catalogue
	trip    *Trip
	choose  func(i int) // called with the event that the user clicks
	lay     func()      // lays out the record again
	figured bool        // the record has the figures of the trip

	marked int
	links  map[int]*kit.Link // of the events that are listed
	extra  *fyne.Container   // the marked event, if it is not listed
}

// content returns the widgets of the list.
func (l *eventList) content() fyne.CanvasObject {
	rows := container.New(kit.TightRows{})
	l.marked, l.links, l.extra = noEvent, map[int]*kit.Link{}, container.New(kit.TightRows{})
	l.extra.Hide()
	kit.FillLong(l.words, rows, kit.LongList{
		Total: len(l.trip.Events), Rows: min(len(l.trip.Events), maxSpans), First: firstSpans, Lay: l.lay,
		Add: func(i int) {
			l.links[i] = l.add(rows, i)
			if i == l.marked {
				l.mark(i)
			}
		},
	})
	heading := kit.Heading(l.words.T("trip.events", "n", l.words.Count(len(l.trip.Events))))
	return container.NewVBox(widget.NewSeparator(), heading, rows, l.extra)
}

// add adds the row of an event.
func (l *eventList) add(rows *fyne.Container, i int) *kit.Link {
	e := l.trip.Events[i]
	link := kit.NewWrappedLink(eventName(l.words, l.trip, e), func() { l.choose(i) })
	sentence := kit.Caption(eventText(l.words, e))
	sentence.Wrapping = fyne.TextWrapWord
	rows.Add(link)
	rows.Add(sentence)
	return link
}

// mark marks an event, or none. One that is not listed is later than those
// that are, and is shown below them.
func (l *eventList) mark(i int) {
	l.embolden(l.marked, false)
	l.marked = i
	l.extra.RemoveAll()
	_, listed := l.links[i]
	if listed {
		l.embolden(i, true)
	} else if i >= 0 {
		l.add(l.extra, i).TextStyle.Bold = true
	}
	kit.SetVisible(l.extra, !listed && i >= 0)
}

// row returns the row of the marked event, nil if none is marked.
func (l *eventList) row() fyne.CanvasObject {
	if link := l.links[l.marked]; link != nil {
		return link
	}
	if l.marked == noEvent {
		return nil
	}
	return l.extra
}

// embolden sets the link of an event, if it is listed, in bold or normal letters.
func (l *eventList) embolden(i int, bold bool) {
	if link := l.links[i]; link != nil {
		link.TextStyle.Bold = bold
		link.Refresh()
	}
}

// eventName returns the time of an event, or without times the numbers of its points.
func eventName(w text.Catalogue, t *Trip, e trip.Event) string {
	switch {
	case e.Duration() > 0:
		return spanText(w, t, e.From, e.To)
	case !e.From.IsZero():
		return ClockOf(w, t)(e.From)
	case e.First == e.Last:
		return w.T("trip.event.point", "index", w.Count(e.First))
	default:
		return w.T("trip.event.points", "first", w.Count(e.First), "last", w.Count(e.Last))
	}
}

// eventText returns a sentence about an event, with its cause, duration and length.
func eventText(w text.Catalogue, e trip.Event) string {
	var parts []string
	if e.Kind == trip.EventLeftOut {
		parts = append(parts, w.T("trips.points", "n", w.Count(e.Count)))
	}
	if d := e.Duration(); d > 0 {
		parts = append(parts, w.Duration(d))
	}
	if e.First != e.Last {
		parts = append(parts, w.Distance(e.Length))
	}
	amount := strings.Join(parts, ", ")
	switch e.Kind {
	case trip.EventWarning:
		if e.Count == 1 {
			return w.Warning(e.Warning)
		}
		times := w.T("trip.event.times", "n", w.Count(e.Count))
		return w.Warning(e.Warning) + ": " + strings.Join(append([]string{times}, parts...), ", ")
	case EventOverlap:
		if e.Count > 0 {
			return w.T("trip.event.overlap_differs", "n", w.Count(e.Count), "amount", amount)
		}
		return w.T("trip.event.overlap", "amount", amount)
	case trip.EventInferred:
		return w.T("trip.event.inferred", "amount", amount, "cause", w.GapCause(e.Cause))
	case trip.EventLeftOut:
		cause := w.GapCause(match.GapCause(e.Reason))
		if e.Reason == match.ReasonOutlier {
			cause = w.T("trip.event.outlier")
		}
		return w.T("trip.event.left_out", "amount", amount, "cause", cause)
	case trip.EventLowConfidence:
		return w.T("trip.event.low_confidence", "amount", amount)
	case trip.EventOffMap:
		return w.T("trips.no_road")
	default:
		return w.T("trip.event.gap", "amount", amount, "cause", w.GapCause(e.Cause))
	}
}

// ClockOf returns a formatter for times of a trip. It writes the time of day, with the date
// if that is not the day on which the trip began.
func ClockOf(w text.Catalogue, t *Trip) func(time.Time) string {
	day := w.Day(t.First.In(text.Vietnam))
	return func(at time.Time) string {
		if w.Day(at.In(text.Vietnam)) != day {
			return w.OnDay(w.Clock(at), at)
		}
		return w.Clock(at)
	}
}

// spanText returns two times of a trip as ClockOf writes them. A date of both is written once, and
// with two dates the text can be broken between the times.
func spanText(w text.Catalogue, t *Trip, from, to time.Time) string {
	switch a, b := ClockOf(w, t)(from), ClockOf(w, t)(to); {
	case a == w.Clock(from) && b == w.Clock(to):
		return a + "–" + b
	case a != w.Clock(from) && b != w.Clock(to):
		return DatedSpan(w, from, to)
	default:
		return a + " – " + b
	}
}

// DatedSpan returns two times with their dates, or with the date of both.
func DatedSpan(w text.Catalogue, from, to time.Time) string {
	if w.Day(from.In(text.Vietnam)) == w.Day(to.In(text.Vietnam)) {
		return w.OnDay(w.Clock(from)+"–"+w.Clock(to), from)
	}
	return w.OnDay(w.Clock(from), from) + " – " + w.OnDay(w.Clock(to), to)
}

// isDated reports whether times of a trip are written with a date. In a record they leave no room
// for a value in their row.
func isDated(times string) bool { return strings.Contains(times, " ") }
