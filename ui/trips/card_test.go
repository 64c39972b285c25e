// SPDX-License-Identifier: MIT

package trips

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"roadsnap/assets"
	"roadsnap/engine/geo"
	"roadsnap/engine/road"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/units"
	"roadsnap/engine/workspace"
	"roadsnap/ui/kit"
	"roadsnap/ui/text"
)

// cardOfDay returns the record of a trip with two stops in ten wards. visited receives the
// stops that are clicked.
func cardOfDay(words text.Catalogue, visited *[]int) cardView {
	begin := time.Date(2026, 11, 23, 1, 0, 0, 0, time.UTC) // 08:00 in Vietnam
	depot := geo.Point{Lat: 10.75, Lon: 106.6}
	t := &Trip{
		Name: "51C-123.45", Stage: Done, HasSummary: true, Driver: "Nguyễn An", First: begin, Last: begin.Add(3 * time.Hour),
		Content: &Content{Matched: true, Trace: trace.Trip{Device: "GT06"}, Stops: []trip.Stop{
			{Arrival: begin.Add(time.Hour), Departure: begin.Add(90 * time.Minute), Center: depot},
			{Arrival: begin.Add(2 * time.Hour), Departure: begin.Add(130 * time.Minute), Center: geo.Point{Lat: 10.76, Lon: 106.6}},
		}},
	}
	f := &Figures{
		Statistics: trip.Statistics{
			Driving: 2*time.Hour + 20*time.Minute, Moving: 2 * time.Hour, Standing: 40 * time.Minute, Idling: 11 * time.Minute, HasIgnition: true,
			Average: 10, AverageMoving: 12, Top: 25, Up: 120, Down: 80, HasAscent: true,
			Classes: []trip.ClassShare{
				{Class: road.Primary, Matched: 50_000, Time: time.Hour}, {Class: road.Trunk, Matched: 45_000, Time: 30 * time.Minute},
				{Class: road.TrunkLink, Matched: 10_000, Time: 5 * time.Minute},
			},
		},
		Stops: []StopAt{{Road: "QL.1 Lê Lợi", At: units.Location{Ward: units.Ward{FullName: "Phường Bến Thành", FullNameEN: "Ben Thanh Ward"}, WardFound: true}, Located: true, Place: "Bình Hòa", Away: 40}, {Place: "Tân Phú", Away: 350}},
	}
	for i := range 10 {
		at := units.Location{Ward: units.Ward{FullName: fmt.Sprintf("Phường %d", i), FullNameEN: fmt.Sprintf("Ward %d", i)}, WardFound: true}
		f.Wards = append(f.Wards, trip.Share{Location: at, Found: true, Matched: float64(20_000 - 1000*i), Time: 12 * time.Minute})
	}
	return cardView{
		Words: words, Trip: t, Figures: f, Lay: func() {}, Events: &eventList{},
		Sites:    []trip.Site{{ID: 1, Name: "Kho Bình Tân", Center: depot, Radius: 100}},
		ShowStop: func(_ *Trip, stop int) { *visited = append(*visited, stop) },
	}
}

// textsIn returns the texts of the labels and links under objects.
func textsIn(list ...fyne.CanvasObject) (texts []string) {
	for _, o := range list {
		switch o := o.(type) {
		case *fyne.Container:
			texts = append(texts, textsIn(o.Objects...)...)
		case *container.Scroll:
			texts = append(texts, textsIn(o.Content)...)
		case *widget.Label:
			texts = append(texts, o.Text)
		case *kit.Link:
			texts = append(texts, o.Text)
		case fyne.Widget:
			for _, child := range test.WidgetRenderer(o).Objects() {
				if rich, ok := child.(*widget.RichText); ok {
					texts = append(texts, rich.String())
				}
			}
		}
	}
	return texts
}

// linksIn returns the links under objects.
func linksIn(list ...fyne.CanvasObject) (links []*kit.Link) {
	for _, o := range list {
		switch o := o.(type) {
		case *fyne.Container:
			links = append(links, linksIn(o.Objects...)...)
		case *kit.Link:
			links = append(links, o)
		}
	}
	return links
}

func catalogue(t *testing.T, language string) text.Catalogue {
	t.Helper()
	words, err := text.Load(assets.Translations(), language)
	if err != nil {
		t.Fatal(err)
	}
	return words
}

func TestCardShowsTheFigures(t *testing.T) {
	test.NewTempApp(t)
	var visited []int
	card := cardOfDay(catalogue(t, "en"), &visited)
	parts := card.Parts()
	all := strings.Join(textsIn(parts...), "\n")
	for _, want := range []string{
		"Nguyễn An", "GT06", "2 h 00 min\nMoving", "11 min\nIdling", "36 km/h\nAverage speed", "43 km/h\nAverage while moving", "90 km/h\nTop speed",
		"120 m up, 80 m down", "09:00:00–09:30:00", "Kho Bình Tân\nQL.1 Lê Lợi · Ben Thanh Ward", "1.01 km from Kho Bình Tân",
		"Arrivals at named places", "By ward", "15.00 km · 12 min\nWard 5", "Show all 10",
		"By road class\n55.00 km · 35 min\ntrunk\n50.00 km · 1 h 00 min\nprimary",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("the card has no %q:\n%s", want, all)
		}
	}
	for _, other := range []string{"Ward 6", "Pace"} { // folded; only of walks
		if strings.Contains(all, other) {
			t.Errorf("the card has %q", other)
		}
	}
	for _, l := range linksIn(parts...) {
		if strings.HasPrefix(l.Text, "10:00:00–") || l.Text == "09:00:00" {
			l.OnTapped()
		}
	}
	if !slices.Equal(visited, []int{1, 0}) {
		t.Errorf("the links lead to the stops %v", visited)
	}
	card.Sites = nil
	all = strings.Join(textsIn(card.Parts()...), "\n")
	for _, want := range []string{"QL.1 Lê Lợi · Ben Thanh Ward · 40 m from Bình Hòa", "350 m from Tân Phú"} {
		if !strings.Contains(all, want) {
			t.Errorf("without named places the card has no %q:\n%s", want, all)
		}
	}
	card.Figures.Top, card.Figures.AverageMoving = 8, 20/3.6+0.1
	if all := strings.Join(textsIn(card.Parts()...), "\n"); strings.Contains(all, "Pace") {
		t.Errorf("a car in town has a pace:\n%s", all)
	}
	card.Figures.Top, card.Figures.AverageMoving = 5, 10.0/3
	if all := strings.Join(textsIn(card.Parts()...), "\n"); !strings.Contains(all, "5:00 min/km\nPace") {
		t.Errorf("a walk has no pace:\n%s", all)
	}
	if all := strings.Join(textsIn(card.Parts()...), "\n"); strings.Contains(all, "No signal") {
		t.Errorf("a trip with signal has time without it:\n%s", all)
	}
	card.Figures.Silent = 48 * time.Minute
	if all := strings.Join(textsIn(card.Parts()...), "\n"); !strings.Contains(all, "48 min\nNo signal") {
		t.Errorf("the time without signal is missing:\n%s", all)
	}
	card.Figures.Standing, card.Figures.Idling = 0, 0
	if all := strings.Join(textsIn(card.Parts()...), "\n"); strings.Contains(all, "Stopped") || strings.Contains(all, "Idling") {
		t.Errorf("a trip without stops has time in stops:\n%s", all)
	}
	card.Figures.Top = card.Figures.Average / 2
	if all := strings.Join(textsIn(card.Parts()...), "\n"); strings.Contains(all, "Average") {
		t.Errorf("the average speed is shown though it is above the top speed:\n%s", all)
	}
}

// TestCardNamesTheUnitsThatItLists shows a trip on a map without the borders of wards.
func TestCardNamesTheUnitsThatItLists(t *testing.T) {
	test.NewTempApp(t)
	card := cardOfDay(catalogue(t, "en"), new([]int))
	for i := range card.Figures.Wards {
		card.Figures.Wards[i].Location.WardFound = false
	}
	all := strings.Join(textsIn(card.Parts()...), "\n")
	if strings.Contains(all, "By ward") || !strings.Contains(all, "By province") {
		t.Errorf("the card of provinces:\n%s", all)
	}
}

func TestCardWithoutFiguresYet(t *testing.T) {
	test.NewTempApp(t)
	var visited []int
	card := cardOfDay(catalogue(t, "vi"), &visited)
	card.Figures = nil
	all := strings.Join(textsIn(card.Parts()...), "\n")
	if !strings.Contains(all, "Kho Bình Tân") || strings.Contains(all, "Theo phường") {
		t.Errorf("the card is\n%s", all)
	}
}

func TestNearestSite(t *testing.T) {
	at := geo.Point{Lat: 10.75, Lon: 106.6}
	north := func(metres float64) geo.Point { return geo.Point{Lat: at.Lat + metres/111_195, Lon: at.Lon} }
	sites := []trip.Site{{Name: "far", Center: north(3000), Radius: 100}, {Name: "near", Center: north(1000), Radius: 100}, {Name: "next", Center: north(1200), Radius: 20}}
	if s, d, ok := nearestSite(sites, at); !ok || s.Name != "near" || d < 895 || d > 905 {
		t.Errorf("it is %v, %v m away, %v", s.Name, d, ok)
	}
	if s, _, ok := nearestSite(sites[:1], at); ok {
		t.Errorf("it is %v, 3 km away", s.Name)
	}
}

// TestRecordOverMidnightFits checks that times of another day, which have a date, do not make the
// record wider than its panel can be: that would push the values of all its facts out of sight.
func TestRecordOverMidnightFits(t *testing.T) {
	test.NewTempApp(t)
	const width, day = 250, 24 * time.Hour // of the panel (logical pixels)
	for _, language := range text.Languages {
		var visited []int
		c := cardOfDay(catalogue(t, language.Tag), &visited)
		tr := c.Trip
		tr.Stops[0].Departure = tr.Stops[0].Departure.Add(day)
		tr.Stops[1].Arrival, tr.Stops[1].Departure = tr.Stops[1].Arrival.Add(day), tr.Stops[1].Departure.Add(day)
		c.Sites = append(c.Sites, trip.Site{ID: 2, Name: "Trung tâm phân phối Bình Chánh", Center: tr.Stops[1].Center, Radius: 100})
		tr.Events = []trip.Event{
			{Kind: trip.EventGap, From: tr.First.Add(time.Hour), To: tr.First.Add(day), Length: 7100, Last: 1},
			{Kind: trip.EventGap, From: tr.First.Add(day), To: tr.First.Add(2 * day), Length: 7100, Last: 1},
		}
		c.Events = &eventList{words: c.Words, trip: tr, lay: func() {}}
		other := &Trip{Name: "51C-123.45 (2)", First: tr.First.Add(-day), Last: tr.First.Add(2 * day)}
		c.Overlaps = []Overlap{{Overlap: workspace.Overlap{From: tr.First, To: tr.First.Add(day), Differing: 12}, Other: other}}
		parts := c.Parts()
		for _, part := range parts {
			if got := part.MinSize().Width; got > width {
				t.Errorf("%s: %q takes %g of %d", language.Tag, textsIn(part), got, width)
			}
		}
		texts := textsIn(parts...)
		wants := []string{
			"09:00:00 – 2026-11-24 09:30:00", "2026-11-24 10:00:00–10:10:00", "2026-11-24 10:00:00",
			"2026-11-24 08:00:00 – 2026-11-25 08:00:00", "Overlap 08:00:00 – 2026-11-24 08:00:00",
		}
		if language.Tag == "vi" {
			wants = []string{
				"09:00:00 – 09:30:00 24/11/2026", "10:00:00–10:10:00 24/11/2026", "10:00:00 24/11/2026",
				"08:00:00 24/11/2026 – 08:00:00 25/11/2026", "Trùng giờ 08:00:00 – 08:00:00 24/11/2026",
			}
		}
		for _, want := range wants {
			if !slices.Contains(texts, want) {
				t.Errorf("%s: %q is missing in %q", language.Tag, want, texts)
			}
		}
	}
}
