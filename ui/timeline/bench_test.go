// SPDX-License-Identifier: MIT

package timeline_test

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"roadsnap/assets"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/kit"
	"roadsnap/ui/maptest"
	"roadsnap/ui/text"
	"roadsnap/ui/timeline"
	"roadsnap/ui/trips"
)

// longTrip has 50,000 points with elevations.
func longTrip(id trips.ID) *trips.Trip {
	t := climb(id, morning, 50_000)
	for i := range t.Trace.Channels.Elevation {
		t.Trace.Channels.Elevation[i] = float64(i / 100 % 200)
	}
	return t
}

// BenchmarkLongTrip measures the work of the UI goroutine on a trip of 50,000 points: what
// playback does for each frame, scrubbing, marking a stretch, a notch of the wheel with all
// graphs drawn, a click on the map. The last one is the whole way from the selection
// to a timeline with pictures, with the jobs in the background.
func BenchmarkLongTrip(b *testing.B) {
	test.NewTempApp(b).Settings().SetTheme(kit.NewPalette(kit.ThemeLight))
	words, err := text.Load(assets.Translations(), "en")
	if err != nil {
		b.Fatal(err)
	}
	ui := jobtest.New(b)
	m := timeline.NewModel(timeline.Options{
		Jobs: ui.Jobs, Choice: timeline.ReadChoice("time speed to_road elevation confidence"),
		Drives: trips.NewDrives(ui.Jobs, func([]match.Point) (map[int64]road.Way, error) {
			return map[int64]road.Way{7: {ID: 7, Name: "Lê Lợi", HasMaxSpeed: true, MaxSpeedKMH: 30}}, nil
		}),
	})
	panel := timeline.New(words, m, maptest.Themes(b).Light, timeline.Actions{})
	w := test.NewTempWindow(b, panel.Content())
	w.Resize(fyne.NewSize(1000, 400))
	show := func(t *trips.Trip) {
		m.SetTrips([]timeline.Entry{{Trip: t}})
		ui.Rest(b)
		panel.Show(m.State())
	}
	show(longTrip(1))
	long := m.State().Lines[0].Trip
	at := func(i int) time.Time { return morning.Add(time.Duration(i*7919%50_000) * time.Second) }
	frame := func(moment time.Time) {
		m.Seek(moment)
		s := m.State()
		panel.Moved(s)
		s.Vehicles()
	}
	run := func(name string, do func(i int)) {
		b.Run(name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				do(i)
			}
		})
	}
	run("play", func(i int) { frame(morning.Add(time.Duration(i%50_000) * time.Second)) })
	run("scrub", func(i int) { frame(at(i)) })
	run("mark", func(i int) {
		m.Mark(timeline.Span{From: morning, To: at(i)})
		frame(at(i))
	})
	m.Mark(timeline.Span{})
	run("zoom", func(i int) {
		m.ZoomAt(25_000, []float64{1.25, 0.8}[i%2])
		panel.Show(m.State())
		w.Canvas().Capture()
	})
	run("click", func(i int) { m.SeekNear(long.Trace.Observations[i*7919%50_000].Point, 10) })
	run("capture", func(int) { w.Canvas().Capture() })
	list := []*trips.Trip{longTrip(2), longTrip(3), longTrip(4)}
	run("select", func(i int) {
		show(list[i%len(list)])
		w.Canvas().Capture()
	})
	run("select new", func(i int) {
		c := *long.Content
		show(&trips.Trip{ID: trips.ID(i + 5), Stage: trips.Done, Content: &c, First: long.First, Last: long.Last})
		w.Canvas().Capture()
	})
}
