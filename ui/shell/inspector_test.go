// SPDX-License-Identifier: MIT

package shell

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	enginetrip "roadsnap/engine/trip"
	"roadsnap/ui/kit"
	"roadsnap/ui/mapdraw/overlay"
	"roadsnap/ui/mapview"
	"roadsnap/ui/units"
)

// placesOf returns the positions and sizes of all visible objects in o.
func placesOf(o fyne.CanvasObject) (places []fyne.Position) {
	if !o.Visible() {
		return nil
	}
	places = append(places, o.Position(), fyne.NewPos(o.Size().Width, o.Size().Height))
	if c, ok := o.(*fyne.Container); ok {
		for _, child := range c.Objects {
			places = append(places, placesOf(child)...)
		}
	}
	return places
}

func TestInspectorIsLaidOutAtOnce(t *testing.T) {
	w := newTestWindow(t)
	w.window.Resize(fyne.NewSize(1280, 720))
	w.show(panelUnits)
	row := func(code string) units.Row {
		r, known := w.o.Units.Row(code)
		if !known {
			t.Fatalf("there is no unit %s", code)
		}
		return r
	}
	for _, step := range []struct {
		name string
		do   func()
	}{
		{"a province", func() { w.o.Units.Select(row("79")) }},
		{"another one, of a long history", func() { w.o.Units.Select(row("22")) }},
		{"a ward", func() { w.o.Units.Select(row("26740")) }},
		{"two units", func() { w.o.Units.SelectAlso(row("48")) }},
		{"one again", func() { w.o.Units.Select(row("48")) }},
	} {
		step.do()
		w.eventually(t, step.name, func() bool { return w.inspector.Content().Visible() })
		left := placesOf(w.inspector.Body())
		w.inspector.Body().Refresh()
		w.inspector.Scroll().Refresh()
		if after := placesOf(w.inspector.Body()); !slices.Equal(left, after) {
			t.Errorf("%s: the inspector is laid out again", step.name)
		}
		if len(left) < 10 {
			t.Errorf("%s: there is nothing to be seen", step.name)
		}
	}
}

func TestRowsOfASumAreKept(t *testing.T) {
	w := newTestWindow(t)
	w.show(panelUnits)
	var wards []units.Row
	for _, code := range []string{"26740", "26743", "27139"} {
		row, _ := w.o.Units.Row(code)
		wards = append(wards, row)
	}
	chosen := func() (names []string) {
		w.ui.Rest(t)
		for _, r := range linksOf(w.inspector.Body()) {
			names = append(names, r.Text)
		}
		return names
	}
	named := func(rows ...int) (names []string) {
		for _, i := range rows {
			names = append(names, wards[i].NameIn(w.words))
		}
		return names
	}
	w.o.Units.Select(wards[0])
	w.o.Units.SelectAlso(wards[1])
	if got, want := chosen(), named(1, 0); !slices.Equal(got, want) {
		t.Errorf("the sum lists %v, want %v", got, want)
	}
	first := linksOf(w.inspector.Body())[0]
	w.o.Units.SelectAlso(wards[2])
	if got, want := chosen(), named(2, 0, 1); !slices.Equal(got, want) {
		t.Errorf("the sum lists %v, want %v", got, want)
	}
	if linksOf(w.inspector.Body())[0] != first {
		t.Error("the rows are made again")
	}
	if first.Text != wards[2].NameIn(w.words) {
		t.Errorf("the first row is of %q, want %q", first.Text, wards[2].NameIn(w.words))
	}
	first.OnTapped()
	w.ui.Rest(t)
	if s := w.o.Units.State(); len(s.Selection) != 1 || !s.Selected.SameUnit(wards[2]) {
		t.Errorf("the first row selects %v", s.Selection)
	}
}

// linksOf returns the visible links in o.
func linksOf(o fyne.CanvasObject) (links []*kit.Link) {
	switch o := o.(type) {
	case *kit.Link:
		return []*kit.Link{o}
	case *fyne.Container:
		for _, child := range o.Objects {
			links = append(links, linksOf(child)...)
		}
	}
	return links
}

func TestEventsLeadToWhereTheyAre(t *testing.T) {
	w := newTestWindow(t)
	w.window.Resize(fyne.NewSize(1280, 720))
	openTrip(t, w, "a")
	trip, _ := w.o.Trips.State().Trip()
	trip.Events = []enginetrip.Event{
		{Kind: enginetrip.EventGap, Cause: match.GapOutage, First: 0, Last: 1, Count: 1},
		{Kind: enginetrip.EventWarning, Warning: match.WarnOneway, First: 2, Last: 2, Count: 1},
	}
	w.inspector.Forget()
	w.inspector.update()
	w.ui.Rest(t)
	links := linksOf(w.inspector.Body())
	const margin = 100 // margin round a segment (metres)
	if len(links) != 2 {
		t.Fatalf("%d links for a gap and a warning", len(links))
	}
	for i, want := range []geo.Bounds{
		geo.BoundsOf(trip.Trace.Observations[0].Point, trip.Trace.Observations[1].Point).Pad(margin),
		geo.BoundsOf(trip.Trace.Observations[2].Point).Pad(margin),
	} {
		links[i].OnTapped()
		w.ui.Rest(t)
		if w.mapView.Fitted() != want || w.mapView.Fitted().Empty() {
			t.Errorf("%q shows %v, want %v", links[i].Text, w.mapView.Fitted(), want)
		}
		if other := links[1-i]; !links[i].TextStyle.Bold || other.TextStyle.Bold {
			t.Errorf("of the events, %q is not marked alone", links[i].Text)
		}
		layers := w.mapView.Layer(mapview.LayerTrips).Overlays()
		if halo, ok := layers[len(layers)-1].(overlay.Selection); !ok || !want.Contains(halo.Points[0]) {
			t.Errorf("%q has no halo on the map", links[i].Text)
		}
	}
	if width := w.inspector.Content().MinSize().Width; width > minDetailWidth {
		t.Errorf("the inspector asks for %v, and has %v", width, minDetailWidth)
	}
}

func TestLongListOfEventsIsShownWhenAskedFor(t *testing.T) {
	w := newTestWindow(t)
	w.window.Resize(fyne.NewSize(1280, 720))
	openTrip(t, w, "a")
	trip, _ := w.o.Trips.State().Trip()
	trip.Events = make([]enginetrip.Event, 1030)
	for i := range trip.Events {
		trip.Events[i] = enginetrip.Event{Kind: enginetrip.EventGap, Cause: match.GapOutage, First: 0, Last: 1, Count: 1}
	}
	w.inspector.Forget()
	w.inspector.update()
	links := linksOf(w.inspector.Body())
	last := links[len(links)-1]
	if len(links) != 7 || last.Text != "Show the first 1,000" {
		t.Fatalf("%d links, the last is %q", len(links), last.Text)
	}
	last.OnTapped()
	if n := len(linksOf(w.inspector.Body())); n != 1000 {
		t.Errorf("then %d links", n)
	}
	if !slices.Contains(textsIn(w.inspector.Body()), "and 30 more") {
		t.Error("the number of the others is not shown")
	}
}

func TestRecordScrollsToTheSelectedEvent(t *testing.T) {
	w := newTestWindow(t)
	w.window.Resize(fyne.NewSize(1280, 480))
	openTrip(t, w, "a")
	trip, _ := w.o.Trips.State().Trip()
	trip.Events = make([]enginetrip.Event, 7)
	for i := range trip.Events {
		trip.Events[i] = enginetrip.Event{Kind: enginetrip.EventGap, Cause: match.GapOutage, First: 0, Last: 1, Count: 1}
	}
	w.inspector.Forget()
	w.inspector.update()
	scroll := w.inspector.Scroll()
	w.o.Trips.SelectEvent(6)
	w.ui.Rest(t)
	links := linksOf(w.inspector.Body())
	driver := fyne.CurrentApp().Driver()
	top := driver.AbsolutePositionForObject(scroll).Y
	at := driver.AbsolutePositionForObject(links[len(links)-1]).Y - top
	if scroll.Offset.Y == 0 || at < 0 || at > scroll.Size().Height {
		t.Errorf("the record is scrolled by %v, and the event is at %v of %v", scroll.Offset.Y, at, scroll.Size().Height)
	}
	scroll.ScrollToTop()
	w.o.Trips.ToggleReviewed()
	w.ui.Rest(t)
	if scroll.Offset.Y != 0 {
		t.Error("it is scrolled again after an edit")
	}
}
