// SPDX-License-Identifier: MIT

package trips

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"roadsnap/assets"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/kit/kittest"
	"roadsnap/ui/text"
)

func TestRowTakesTheRoomOfTheCancelButton(t *testing.T) {
	test.NewTempApp(t)
	words, err := text.Load(assets.Translations(), "en")
	if err != nil {
		t.Fatal(err)
	}
	row := newRow(&Panel{words: words, model: NewModel(Options{Jobs: jobtest.New(t).Jobs})})
	row.show(&Trip{Name: "a", Content: notLoaded}, false)
	row.Resize(fyne.NewSize(280, 50))
	busy := row.name.Size().Width
	row.show(&Trip{Name: "a", Stage: Done, Content: notLoaded}, false)
	if row.name.Size().Width <= busy {
		t.Errorf("the name is %v wide, as with the button (%v)", row.name.Size().Width, busy)
	}
}

func TestRowIsReadableAndWhole(t *testing.T) {
	test.NewTempApp(t)
	words := catalogue(t, "vi")
	p := &Panel{words: words, model: NewModel(Options{Jobs: jobtest.New(t).Jobs})}
	row := newRow(p)
	trip := &Trip{Name: "a", Stage: Done, Content: notLoaded}
	row.show(trip, true)
	if row.detail.Importance != widget.MediumImportance {
		t.Error("the second line of a selected trip is grey on the colour of the selection")
	}
	row.show(trip, false)
	if row.detail.Importance != widget.LowImportance {
		t.Error("the second line is as strong as the name")
	}
	row.show(trip, true)
	row.showGroup(&Group{Key: "51C-123.45", Totals: Totals{Trips: 2, Stops: 3}})
	whole := row.detail.Text
	if row.detail.Importance != widget.LowImportance {
		t.Error("the totals of a group stay as strong as the selected trip before")
	}
	row.Resize(fyne.NewSize(120, 50))
	if row.detail.Text == whole || !strings.HasPrefix(whole, row.detail.Text) {
		t.Errorf("a narrow row shows %q of %q", row.detail.Text, whole)
	}
	if !strings.Contains(row.Tip(), whole) {
		t.Errorf("the tip %q lacks the totals %q, of which a narrow row shows a part", row.Tip(), whole)
	}
}

// TestSwappedCoordinatesAreSaid checks the tip of the row of a trip that is not loaded, and the
// record of one that is: the note comes before the facts of the trip.
func TestSwappedCoordinatesAreSaid(t *testing.T) {
	test.NewTempApp(t)
	words := catalogue(t, "vi")
	note := words.Note(trace.Note{Kind: trace.NoteSwapped})
	kept := &Trip{Name: "a", Stage: Done, Content: notLoaded, HasSummary: true}
	kept.Summary.Measures = []trip.Measure{{Kind: trip.SwappedCoordinates, Amount: 1}}
	row := newRow(&Panel{words: words, model: NewModel(Options{Jobs: jobtest.New(t).Jobs})})
	if row.show(kept, false); !strings.Contains(row.Tip(), note) {
		t.Errorf("the tip is %q", row.Tip())
	}
	card := cardOfDay(words, new([]int))
	card.Trip.Content.Trace.Notes = []trace.Note{{Kind: trace.NoteSwapped}}
	var lines []string
	for _, part := range card.Parts() {
		for _, l := range kittest.Shown[*widget.Label](part) {
			lines = append(lines, l.Text)
		}
	}
	if i := slices.Index(lines, note); i != 0 || slices.Contains(lines[1:], note) || slices.Contains(lines, words.T("trip.notes")) {
		t.Errorf("the note is line %d of %q", i, lines)
	}
}

func TestEventsAreDescribed(t *testing.T) {
	words := map[string]text.Catalogue{}
	for _, language := range []string{"en", "vi"} {
		w, err := text.Load(assets.Translations(), language)
		if err != nil {
			t.Fatal(err)
		}
		words[language] = w
	}
	at := time.Date(2026, 3, 1, 1, 0, 0, 0, time.UTC)
	day := &Trip{First: at}
	for _, c := range []struct {
		e            trip.Event
		name, en, vi string
	}{
		{trip.Event{Kind: trip.EventGap, Cause: match.GapJump, First: 3, Last: 4, Length: 14_230, Count: 1}, "Points 3–4", "14.23 km not matched: position jump", "14,23 km chưa khớp: nhảy vị trí"},
		{trip.Event{Kind: trip.EventGap, Cause: match.GapOutage, First: 3, Last: 4, From: at, To: at.Add(24 * time.Hour), Length: 500, Count: 1}, "08:00:00 – 2026-03-02 08:00:00", "24 h 00 min, 500 m not matched: no GPS signal", "24 giờ 00 phút, 500 m chưa khớp: mất tín hiệu GPS"},
		{trip.Event{Kind: trip.EventOffMap, Cause: match.GapNoRoad, First: 0, Last: 9, Length: 5, Count: 1}, "Points 0–9", "This map has no road nearby", "Bản đồ này không có đường ở gần"},
		{trip.Event{Kind: trip.EventInferred, Cause: match.GapTunnel, First: 3, Last: 4, From: at, To: at.Add(time.Minute), Length: 900, Count: 1}, "08:00:00–08:01:00", "1 min, 900 m inferred: tunnel", "1 phút, 900 m suy ra: hầm"},
		{trip.Event{Kind: trip.EventLeftOut, Reason: match.ReasonOutlier, First: 3, Last: 3, From: at, To: at, Count: 1}, "08:00:00", "1 point left out: position error", "1 điểm bị bỏ qua: sai vị trí"},
		{trip.Event{Kind: trip.EventLeftOut, Reason: match.ReasonImpossibleSpeed, First: 3, Last: 5, Length: 80, Count: 3}, "Points 3–5", "3 points, 80 m left out: impossible speed", "3 điểm, 80 m bị bỏ qua: tốc độ bất thường"},
		{trip.Event{Kind: trip.EventWarning, Warning: match.WarnTurn, First: 3, Last: 3, Count: 1}, "Point 3", "prohibited turn", "rẽ sai quy định"},
		{trip.Event{Kind: trip.EventWarning, Warning: match.WarnMissingTime, First: 3, Last: 7, Length: 80, Count: 5}, "Points 3–7", "missing time: 5 times, 80 m", "thiếu thời gian: 5 lần, 80 m"},
	} {
		name, en, vi := eventName(words["en"], day, c.e), eventText(words["en"], c.e), eventText(words["vi"], c.e)
		if name != c.name || en != c.en || vi != c.vi {
			t.Errorf("%q: %q, %q; want %q: %q, %q", name, en, vi, c.name, c.en, c.vi)
		}
	}
}

func TestEventIsAtTheNearestValidPoint(t *testing.T) {
	row := &Trip{Content: &Content{}}
	for i := range 6 {
		o := match.Observation{Point: geo.Point{Lat: 10, Lon: 106 + float64(i)}}
		if i == 2 || i == 3 {
			o.Lat = math.NaN()
		}
		row.Trace.Observations = append(row.Trace.Observations, o)
	}
	for _, c := range []struct {
		first, last int
		lon         float64
	}{{0, 2, 107}, {2, 2, 107}, {3, 3, 110}, {2, 3, 107}} {
		if at, ok := row.place(trip.Event{First: c.first, Last: c.last}); !ok || at.Lon != c.lon {
			t.Errorf("points %d to %d: %v, want %v", c.first, c.last, at.Lon, c.lon)
		}
	}
	row.Trace.Observations = row.Trace.Observations[2:4]
	if _, ok := row.place(trip.Event{}); ok {
		t.Error("a trip without a valid point has a place")
	}
}

// TestEventListMarksTheSelectedEvent checks that a selected event can be seen although the
// list is long.
func TestEventListMarksTheSelectedEvent(t *testing.T) {
	test.NewTempApp(t)
	words, err := text.Load(assets.Translations(), "en")
	if err != nil {
		t.Fatal(err)
	}
	l := &eventList{words: words, trip: &Trip{Content: &Content{Events: make([]trip.Event, 20)}}, lay: func() {}}
	content := l.content().(*fyne.Container)
	if extra, rows := slices.Index(content.Objects, fyne.CanvasObject(l.extra)), len(content.Objects)-2; extra <= rows {
		t.Errorf("a later event is at %d, above the rows at %d", extra, rows)
	}
	bold := func() (list []int) {
		for i, link := range l.links {
			if link.TextStyle.Bold {
				list = append(list, i)
			}
		}
		return list
	}
	for _, c := range []struct {
		event int
		bold  []int
		extra bool
	}{{2, []int{2}, false}, {5, []int{5}, false}, {9, nil, true}, {noEvent, nil, false}} {
		if l.mark(c.event); !slices.Equal(bold(), c.bold) || l.extra.Visible() != c.extra {
			t.Errorf("event %d: %v in bold, alone: %t", c.event, bold(), l.extra.Visible())
		}
	}
}
