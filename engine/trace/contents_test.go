// SPDX-License-Identifier: MIT

package trace

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

var week = gpx(`<trk><name>Mon</name><trkseg><trkpt lat="10.1" lon="106.1"><time>2024-12-31T00:16:00Z</time></trkpt><trkpt lat="10.1" lon="106.2"><time>2024-12-31T00:15:00Z</time></trkpt><trkpt lat="10.1" lon="106.3"/></trkseg></trk>
<rte><name>plan</name><rtept lat="10.3" lon="106.3"/></rte><rte><rtept lat="10.4" lon="106.4"/></rte>
<trk><name>2</name><trkseg><trkpt lat="10.2" lon="106.2"/></trkseg></trk><trk/>`)

func TestContents(t *testing.T) {
	items, err := Contents(context.Background(), strings.NewReader(week), "week.gpx", Options{Tracks: []string{"none"}})
	if err != nil {
		t.Fatal(err)
	}
	got := make([]string, len(items))
	for i, item := range items {
		got[i] = fmt.Sprint(item.Number, " ", item.ID, " ", item.Kind, " ", item.Points, " ", item.Name)
		if !item.Start.IsZero() {
			got[i] += " " + formatTime(item.Start) + " " + formatTime(item.End)
		}
	}
	want := []string{
		"1 week-1 track 3 Mon 2024-12-31T00:15:00Z 2024-12-31T00:16:00Z",
		"2 week-2 route 1 plan", "3 week-3 route 1 ", "4 week-4 track 1 2",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestReadChoosesTracks(t *testing.T) {
	for _, tc := range []struct {
		name string
		opt  Options
		want string // IDs
	}{
		{"tracks, not routes", Options{}, "week-1 week-2"},
		{"routes too", Options{Routes: true}, "week-1 week-2 week-3 week-4"},
		{"a track by name", Options{Tracks: []string{"mon"}}, "week-1"},
		{"a route by name", Options{Tracks: []string{"plan"}}, "week-2"},
		{"by number, in the order of the file", Options{Tracks: []string{"3", "1"}}, "week-1 week-3"},
		{"a name before a number", Options{Tracks: []string{"2"}}, "week-4"},
		{"by ID", Options{Tracks: []string{"week-3"}}, "week-3"},
	} {
		trips, err := Read(context.Background(), strings.NewReader(week), "week.gpx", tc.opt)
		ids := make([]string, len(trips))
		for i, trip := range trips {
			ids[i] = trip.ID
		}
		if got := strings.Join(ids, " "); err != nil || got != tc.want {
			t.Errorf("%s: %s, want %s: %v", tc.name, got, tc.want, err)
		}
	}
	_, err := Read(context.Background(), strings.NewReader(week), "week.gpx", Options{Tracks: []string{"5"}})
	if want := `week.gpx: no track "5" in the file; it has 1 "Mon", 2 "plan", 3, 4 "2"`; !errors.Is(err, ErrEmpty) || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// TestNumbersChoose chooses by numbers alone, though a track has the name "2".
func TestNumbersChoose(t *testing.T) {
	trips, err := Read(context.Background(), strings.NewReader(week), "week.gpx", Options{Numbers: []int{2, 1}})
	if err != nil || len(trips) != 2 || trips[0].Name != "Mon" || trips[1].Name != "plan" {
		t.Errorf("%v, %v", trips, err)
	}
	for _, n := range []int{0, -1, 5} {
		if _, err := Read(context.Background(), strings.NewReader(week), "week.gpx", Options{Numbers: []int{n}}); !errors.Is(err, ErrEmpty) {
			t.Errorf("number %d: %v", n, err)
		}
	}
}

func TestRoutesAreTripsWithoutTracks(t *testing.T) {
	text := gpx(`<rte><name>plan</name><rtept lat="10.3" lon="106.3"/></rte><trk/>`)
	trips, err := Read(context.Background(), strings.NewReader(text), "week.gpx", Options{})
	if err != nil || len(trips) != 1 || trips[0].Name != "plan" || len(trips[0].Notes) > 0 {
		t.Errorf("%v, %v", trips, err)
	}
}

func TestRoutesLeftOutAreNamed(t *testing.T) {
	trips, err := Read(context.Background(), strings.NewReader(week), "week.gpx", Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, trip := range trips {
		if want := (Note{Kind: NoteRoutes, Count: 2, Detail: "plan"}); !slices.Contains(trip.Notes, want) {
			t.Errorf("%s: %v, want %v", trip.ID, trip.Notes, want)
		}
	}
}

func TestReadReportsProgress(t *testing.T) {
	text := gpx(`<trk><trkseg>` + strings.Repeat(`<trkpt lat="10.1" lon="106.1"/>`+"\n", 100_000) + `</trkseg></trk>`)
	var told []int64
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, err := Read(ctx, strings.NewReader(text), "x.gpx", Options{Progress: func(n int64) {
		if told = append(told, n); len(told) == 2 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
	if len(told) != 2 || told[0] < progressStep || told[1] < told[0]+progressStep || told[1] > 3*progressStep {
		t.Errorf("progress %v", told)
	}
}
