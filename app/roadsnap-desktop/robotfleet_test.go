// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"roadsnap/ui/trips"
)

// fleet measures the window while the trips of a folder, named in the environment, are read
// and matched: it acts as a user does until all are matched.
func (r *robot) fleet() error {
	r.zoomIn(2)
	if err := r.settle(); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(os.Getenv(robotRole+"_FLEET"), "*.csv"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no trips: %w", err)
	}
	if path := os.Getenv(robotRole + "_PROFILE"); path != "" {
		f, err := os.Create(path)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	began, blank := time.Now(), 0
	var all []stall
	note := func(name string, answers []stall) {
		all = append(all, answers...)
		printAnswers("matching, "+name, answers)
	}
	note("open 1,000 files", []stall{r.answer(func() { r.trips.Open(files...) })})
	answers, actions := map[string][]stall{}, r.desk()
	for i, left := 0, len(files); left > 0; i++ {
		if time.Since(began) > 4*patience {
			return fmt.Errorf("%d trips are still being matched", left)
		}
		a := actions[i%len(actions)]
		answers[a.name] = append(answers[a.name], r.answer(a.do))
		fyne.DoAndWait(func() {
			left = r.trips.State().Work.Left
			if isBlank(r.picture()) {
				blank++
			}
		})
	}
	for _, a := range actions {
		if list := answers[a.name]; list != nil {
			note(a.name, list)
			delete(answers, a.name)
		}
	}
	printAnswers("matching, any action", all)
	printFinding("matching, all trips", time.Since(began).Seconds(), "s")
	printFinding("matching, blank pictures", float64(blank), "")
	for _, t := range r.trips.State().Trips {
		if t.Stage != trips.Done || t.Kept == 0 {
			return fmt.Errorf("%s is at stage %v, kept as %d", t.File, t.Stage, t.Kept)
		}
	}
	return nil
}

// deed is an action of a user.
type deed struct {
	name string
	do   func()
}

// desk returns the actions of a dispatcher, in the order in which the robot repeats them.
func (r *robot) desk() []deed {
	window := r.app.Driver().AllWindows()[0]
	key := func(name fyne.KeyName) func() {
		return func() { window.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: name}) }
	}
	menu := func(name fyne.KeyName) func() { // with Ctrl
		return func() {
			wanted := (&desktop.CustomShortcut{KeyName: name, Modifier: fyne.KeyModifierControl}).ShortcutName()
			for _, m := range window.MainMenu().Items {
				for _, i := range m.Items {
					if i.Shortcut != nil && i.Shortcut.ShortcutName() == wanted {
						i.Action()
					}
				}
			}
		}
	}
	at := 0
	next := func() {
		if lines := r.trips.State().View.Lines; len(lines) > 0 {
			at = (at + 7) % len(lines)
			r.trips.Select(lines[at].ID)
		}
	}
	columns, column := []trips.Column{trips.ByVehicleName, trips.ByStart, trips.ByRaw, trips.ByVerdict}, 0
	sort := func() {
		r.trips.SortBy(columns[column%len(columns)])
		column++
	}
	filter := func(query string) func() {
		return func() {
			f := r.trips.State().Filter
			f.Query = query
			r.trips.SetFilter(f)
		}
	}
	pan := func(by float32) func() { return func() { r.drag(by, by/2) } }
	return []deed{
		{"select a row", next},
		{"sort", sort},
		{"filter", filter("51C-001")},
		{"pan", pan(60)},
		{"select a row", next},
		{"filter", filter("")},
		{"pan", pan(-60)},
		{"open a panel", key(fyne.Key2)},
		{"open a panel", key(fyne.Key1)},
		{"open the table", menu(fyne.KeyT)},
		{"sort", sort},
		{"select a row", next},
		{"zoom", func() { r.wheel(0.4, 0.6, 1) }},
		{"close the table", menu(fyne.KeyT)},
		{"zoom", func() { r.wheel(0.4, 0.6, -1) }},
	}
}

// answer returns the time until the effect of an action can be seen: the wait for the UI
// thread, the action, and the longest time without a response after it, which is that of
// the painting. Its work is the CPU time of the UI thread for all of these.
func (r *robot) answer(action func()) stall {
	asked, before := time.Now(), uiThreadWork()
	fyne.DoAndWait(action)
	took := time.Since(asked)
	const look = 100 * time.Millisecond // after the action
	r.pings.last = nil
	r.pings.begin()
	time.Sleep(look)
	r.pings.end()
	longest := time.Duration(0)
	for _, p := range r.pings.last {
		longest = max(longest, p.wait)
	}
	return stall{away: took + longest, work: uiThreadWork() - before}
}

// printAnswers prints the 95th percentiles of answers and the longest one.
func printAnswers(name string, answers []stall) {
	printStalls(name, answers)
	longest := slices.MaxFunc(answers, func(a, b stall) int { return cmp.Compare(a.away, b.away) })
	printFinding(name+", longest", float64(longest.away.Microseconds())/1000, "ms")
}

// isBlank reports whether a picture of a city shows nothing: it has hardly any colours.
func isBlank(img *image.RGBA) bool {
	if img == nil {
		return true
	}
	const least, every = 4, 23 // colours; pixels between two that are looked at
	seen := map[color.RGBA]bool{}
	for y := img.Rect.Min.Y; y < img.Rect.Max.Y; y += every {
		for x := img.Rect.Min.X; x < img.Rect.Max.X; x += every {
			if seen[img.RGBAAt(x, y)] = true; len(seen) >= least {
				return false
			}
		}
	}
	return true
}
