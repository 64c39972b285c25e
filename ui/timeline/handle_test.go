// SPDX-License-Identifier: MIT

package timeline_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"roadsnap/assets"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/ui/job"
	"roadsnap/ui/job/jobtest"
	"roadsnap/ui/kit"
	"roadsnap/ui/maptest"
	"roadsnap/ui/text"
	"roadsnap/ui/timeline"
	"roadsnap/ui/trips"
)

// TestHandlesMoveAnEnd drags both ends of the marked stretch, and then marks another one.
func TestHandlesMoveAnEnd(t *testing.T) {
	themes := maptest.Themes(t)
	synctest.Test(t, func(t *testing.T) {
		app := test.NewTempApp(t)
		app.Settings().SetTheme(kit.NewPalette(kit.ThemeLight))
		words, err := text.Load(assets.Translations(), "en")
		if err != nil {
			t.Fatal(err)
		}
		ui := jobtest.New(t)
		m := timeline.NewModel(timeline.Options{
			Jobs: ui.Jobs, Choice: timeline.ReadChoice("time speed"),
			Drives: trips.NewDrives(ui.Jobs, func([]match.Point) (map[int64]road.Way, error) { return nil, nil }),
			Ward: func(geo.Point, func(string)) *job.Job {
				return ui.Jobs.Start(func(context.Context) func() { return func() {} })
			},
		})
		d := &desk{m, ui, t}
		d.set(hillDrive())
		panel := timeline.New(words, m, themes.Light, timeline.Actions{})
		m.OnChange(func() { panel.Show(m.State()) })
		m.OnMove(func() { panel.Moved(m.State()) })
		w := test.NewTempWindow(t, panel.Content())
		w.Resize(fyne.NewSize(900, 230))
		from, to := morning.Add(10*time.Minute), morning.Add(25*time.Minute)
		d.Mark(timeline.Span{From: from, To: to})
		d.wait(100 * time.Millisecond)

		graph := panel.Graph()
		x := func(at time.Time) float32 { // as the graph has a margin of 44 and 8
			s := m.State()
			return 44 + float32((s.X(at)-s.Shown.From)/s.Shown.Length())*(graph.(fyne.CanvasObject).Size().Width-52)
		}
		drag := func(from, to float32) {
			graph.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(from, 20)}, Button: desktop.MouseButtonPrimary})
			graph.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(to, 20)}})
			graph.DragEnd()
			d.wait(100 * time.Millisecond)
		}
		near := func(what string, got, want time.Time) {
			t.Helper()
			if got.Sub(want).Abs() > 30*time.Second {
				t.Errorf("%s is at %v, want %v", what, got, want)
			}
		}
		drag(x(to)+3, x(morning.Add(30*time.Minute)))
		near("the start", m.State().Marked.From, from)
		near("the end", m.State().Marked.To, morning.Add(30*time.Minute))
		drag(x(from)-3, x(morning.Add(5*time.Minute)))
		near("the start", m.State().Marked.From, morning.Add(5*time.Minute))
		near("the end", m.State().Marked.To, morning.Add(30*time.Minute))
		drag(x(morning.Add(40*time.Minute)), x(morning.Add(50*time.Minute)))
		near("the new start", m.State().Marked.From, morning.Add(40*time.Minute))
		near("the new end", m.State().Marked.To, morning.Add(50*time.Minute))
	})
}
