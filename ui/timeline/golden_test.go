// SPDX-License-Identifier: MIT

package timeline_test

import (
	"context"
	"image"
	"image/draw"
	"math"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"roadsnap/assets"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/engine/trip"
	"roadsnap/ui/job"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/kit"
	"roadsnap/ui/maptest"
	"roadsnap/ui/text"
	"roadsnap/ui/timeline"
	"roadsnap/ui/trips"
)

// hillDrive returns a drive of an hour over a hill, with a stop and a gap.
func hillDrive() *trips.Trip {
	t := drive(1, morning, 3600)
	list := t.Trace.Observations
	for i := range list {
		list[i].HasSpeed, list[i].Speed = true, 12+6*math.Sin(float64(i)/90)+2*math.Sin(float64(i)/7)
		if i >= 1200 && i < 1700 {
			list[i].Speed = 0
		}
		t.Trace.Channels.Elevation = append(t.Trace.Channels.Elevation, 60+50*math.Sin(float64(i)/600)+2*math.Sin(float64(i)/11))
		t.Result.Points[i].Distance = 3 + 3*math.Sin(float64(i)/40)
		t.Result.Points[i].Confidence = 0.8 + 0.2*math.Sin(float64(i)/300)
	}
	const gone, back = 2600, 2900 // without observations from one to the other
	t.Stops = []trip.Stop{{First: 1200, Last: 1700, Arrival: list[1200].Time, Departure: list[1700].Time, Center: list[1200].Point}}
	whole := t.Result.Legs[0]
	t.Result.Legs = []match.Leg{
		{LastIndex: gone - 1, Shape: whole.Shape[:gone], Times: whole.Times[:gone]},
		{FirstIndex: gone, LastIndex: len(list) - 1 - (back - gone), Shape: whole.Shape[back:], Times: whole.Times[back:]},
	}
	t.Result.Gaps = []match.Gap{{FirstIndex: gone - 1, LastIndex: gone, Cause: match.GapOutage}}
	t.Trace.Observations = slices.Delete(list, gone, back)
	t.Result.Points = slices.Delete(t.Result.Points, gone, back)
	t.Trace.Channels.Elevation = slices.Delete(t.Trace.Channels.Elevation, gone, back)
	return t
}

func TestGoldenDock(t *testing.T) {
	themes := maptest.Themes(t)
	for _, c := range []struct {
		name, language string
		theme          kit.ThemeChoice
		choice         string
		size           fyne.Size
		set            func(d *desk)
	}{
		{"speed", "en", kit.ThemeLight, "time speed", fyne.NewSize(900, 230), func(*desk) {}},
		{"speed_dark", "vi", kit.ThemeDark, "time speed", fyne.NewSize(900, 230), func(*desk) {}},
		{"stretch", "vi", kit.ThemeLight, "time speed elevation", fyne.NewSize(900, 300), func(d *desk) {
			d.Mark(timeline.Span{From: morning.Add(5 * time.Minute), To: morning.Add(25 * time.Minute)})
		}},
		{"stretch_dark", "en", kit.ThemeDark, "time speed elevation", fyne.NewSize(900, 300), func(d *desk) {
			d.Mark(timeline.Span{From: morning, To: morning.Add(time.Minute)}) // whose figures must go
			time.Sleep(time.Second)
			d.ui.Settle()
			d.Mark(timeline.Span{From: morning.Add(5 * time.Minute), To: morning.Add(25 * time.Minute)})
		}},
		{"distance_zoomed", "en", kit.ThemeLight, "distance speed to_road elevation confidence", fyne.NewSize(560, 380), func(d *desk) {
			d.ZoomAt(d.State().X(d.State().Cursor), 3)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				app := test.NewTempApp(t)
				app.Settings().SetTheme(kit.NewPalette(c.theme))
				words, err := text.Load(assets.Translations(), c.language)
				if err != nil {
					t.Fatal(err)
				}
				look := themes.Light
				if c.theme == kit.ThemeDark {
					look = themes.Dark
				}
				ui := jobtest.New(t)
				m := timeline.NewModel(timeline.Options{
					Jobs: ui.Jobs, Choice: timeline.ReadChoice(c.choice),
					Drives: trips.NewDrives(ui.Jobs, func([]match.Point) (map[int64]road.Way, error) {
						return map[int64]road.Way{7: {ID: 7, Ref: "QL.1", Name: "Lê Lợi", HasMaxSpeed: true, MaxSpeedKMH: 50}}, nil
					}),
					Ward: func(_ geo.Point, then func(string)) *job.Job {
						return ui.Jobs.Start(func(context.Context) func() { return func() { then("Phường Bến Thành") } })
					},
				})
				d := &desk{m, ui, t}
				d.set(hillDrive())
				panel := timeline.New(words, m, look, timeline.Actions{})
				m.OnChange(func() { panel.Show(m.State()) })
				m.OnMove(func() { panel.Moved(m.State()) })
				w := test.NewTempWindow(t, panel.Content())
				w.Resize(c.size)
				d.Seek(morning.Add(40 * time.Minute))
				c.set(d)
				d.wait(100 * time.Millisecond)
				picture := w.Canvas().Capture()
				got := image.NewRGBA(picture.Bounds())
				draw.Draw(got, got.Rect, picture, picture.Bounds().Min, draw.Src)
				maptest.Golden(t, c.name, "the dock shows its graphs", got)
			})
		})
	}
}
