// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"fmt"
	"image"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"roadsnap/data"
	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/trace"
	"roadsnap/engine/trip"
	"roadsnap/engine/workspace"
)

// TestReview does the work of a day in the real window: it opens a folder of good and bad
// files, reviews them with the keyboard, plays a trip, marks a stretch of its graph, splits
// it, and names a place. Then it kills the app while it matches many trips. After the next
// start, everything is as it was, and the matching continues.
func TestReview(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and drives the whole app")
	}
	s := newScreen(t, 1500, 900)
	binary, home, _ := fresh(t)
	app, window := startApp(s, binary, home)
	hand := func(folder string) {
		t.Helper()
		cmd := s.command(binary, folder)
		cmd.Env = append(cmd.Env, desktopEnv(home)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("a start with a folder: %v\n%s", err, out)
		}
	}
	k := &keptTrips{t: t, s: s, path: filepath.Join(home, "data", "roadsnap", "trips.db")}
	hand(dayFolder(t))
	k.until("the trips of the first folder", func(list []workspace.Trip) bool {
		return len(list) == dayTrips && matchedOf(list) == dayTrips
	})
	s.focus(window)
	review(s, k, window)
	place := namePlace(s, k, window)

	const many = 150
	hand(manyTrips(t, many))
	before := 0
	k.until("the first matches of many trips, but not all", func(list []workspace.Trip) bool {
		before = len(list)
		matched := matchedOf(list)
		return matched > dayTrips+3 && matched < len(list) || matched >= dayTrips+many
	})
	_ = app.Process.Kill()
	for range app.ended {
	}
	killed := k.list()
	if len(killed) < before {
		t.Errorf("%d trips were kept, then %d", before, len(killed))
	}
	t.Logf("killed with %d trips, of which %d are not matched yet", len(killed), len(killed)-matchedOf(killed))
	s.shoot("review-killed")

	app, window = startApp(s, binary, home)
	if sites := k.sites(); len(sites) != 1 || sites[0] != place {
		t.Errorf("the places are %+v, want %+v", sites, place)
	}
	k.until("the matches that were left", func(list []workspace.Trip) bool { return matchedOf(list) == len(list) })
	now := map[workspace.ID]workspace.Trip{}
	for _, t := range k.list() {
		now[t.ID] = t
	}
	for _, was := range killed {
		is := now[was.ID]
		if is.Name != was.Name || is.Tags != was.Tags || is.Reviewed != was.Reviewed || is.Points != was.Points || is.Vehicle != was.Vehicle || !is.First.Equal(was.First) {
			t.Errorf("trip %d was %+v, is %+v", was.ID, was, is)
		}
		if was.HasSummary && is.Summary.Matched != was.Summary.Matched {
			t.Errorf("trip %d: %v m were matched, now %v m", was.ID, was.Summary.Matched, is.Summary.Matched)
		}
	}
	s.focus(window)
	s.key("ctrl+a")
	s.key("ctrl+9")
	k.until("all trips in the list of the window", func(list []workspace.Trip) bool { return taggedWith(list, 9) == len(list) })
	s.shoot("review-again")
	k.close()
	app.end(s, syscall.SIGTERM)
}

// review reviews the trips of dayFolder with the keyboard, and plays and splits one.
func review(s *screen, k *keptTrips, window string) {
	t := s.t
	only := func(what string, is func(workspace.Trip) bool) workspace.Trip {
		t.Helper()
		var found workspace.Trip
		k.until(what, func(list []workspace.Trip) bool {
			n := 0
			for _, x := range list {
				if is(x) {
					found, n = x, n+1
				}
			}
			return n == 1
		})
		return found
	}
	tagged := func(n int) workspace.Trip { // gives a tag to the selected trip, which so is known
		t.Helper()
		s.key(fmt.Sprintf("ctrl+%d", n))
		return only(fmt.Sprintf("a trip with tag %d", n), func(x workspace.Trip) bool { return x.Tags.Has(n) })
	}
	s.key("ctrl+f")
	s.key("Down") // into the list
	s.key("Home")
	first := tagged(1)
	s.key("r")
	if got := only("a reviewed trip", func(x workspace.Trip) bool { return x.Reviewed }); got.ID != first.ID {
		t.Errorf("R marks %s, want %s", got.File, first.File)
	}
	s.key("Down")
	second := tagged(2)
	s.key("Up")
	if again := tagged(3); second.ID == first.ID || again.ID != first.ID {
		t.Errorf("Down and Up go from trip %d to %d and back to %d", first.ID, second.ID, again.ID)
	}
	s.key("F2")
	s.key("ctrl+a")
	s.typed("Morning round")
	s.key("Return")
	if got := only("a trip with a name", func(x workspace.Trip) bool { return x.Name == "Morning round" }); got.ID != first.ID {
		t.Errorf("F2 renames %s, want %s", got.File, first.File)
	}

	part, frame := s.inWindow(window, image.Rect(450, 150, 950, 420)), s.place(window)
	dock := image.Rect(frame.Min.X+400, frame.Max.Y-290, frame.Max.X-300, frame.Max.Y-40)
	s.key("ctrl+f")
	s.typed(gapPlate) // the trip with a gap
	s.key("Return")
	s.atRest(part)
	s.changed("the first event on the map", part, func() { s.key("n") })
	if got := tagged(4); got.Vehicle != gapPlate {
		t.Errorf("N shows an event of %s, want %s", got.Vehicle, gapPlate)
	}
	s.shoot("review-event")
	s.atRest(part)
	s.changed("the whole trip", part, func() { s.key("Return") })
	s.changed("the clock of the playback", dock, func() { s.key("k") })
	s.key("k")
	s.atRest(dock)
	s.changed("the playback after Space", dock, func() { s.key("space") })
	s.key("space")
	s.atRest(dock)
	from := image.Pt(dock.Min.X+150, dock.Max.Y-80) // in the graph, whatever its height
	to := from.Add(image.Pt(200, 0))
	s.changed("the figures of a stretch", dock, func() {
		s.moveTo(from)
		s.xdotool("mousedown", "1")
		s.moveTo(from.Add(to).Div(2))
		s.moveTo(to)
		s.xdotool("mouseup", "1")
	})
	s.shoot("review-graph")

	count := len(k.list())
	s.key("ctrl+shift+s")
	for _, key := range []string{"Tab", "Tab", "Tab", "space", "Tab", "Return"} { // to the gaps, which are chosen
		s.key(key)
	}
	k.until("the parts of the split trip", func(list []workspace.Trip) bool {
		return len(list) == count+1 && matchedOf(list) == len(list)
	})
	s.key("ctrl+f")
	s.key("ctrl+a")
	s.key("BackSpace")
	s.shoot("review-split")
}

// namePlace names the place at a point of the map in its menu, and returns it as it is kept.
func namePlace(s *screen, k *keptTrips, window string) trip.Site {
	t := s.t
	const name = "Binh Tan depot"
	part := s.inWindow(window, image.Rect(450, 150, 950, 420))
	s.atRest(part)
	s.pointAt(part.Min.Add(image.Pt(120, 80)), s.foot(window, 1))
	s.changed("the menu of the map", part, func() { s.xdotool("click", "3") })
	s.changed("the dialog of a place", part, func() {
		for _, key := range []string{"Down", "Down", "Down", "Down", "Return"} { // to its fourth item
			s.key(key)
		}
	})
	s.atRest(part.Inset(-60)) // the dialog fades in
	s.typed(name)
	s.shoot("review-place")
	s.key("Return")
	var sites []trip.Site
	s.until("a place with a name", func() bool { sites = k.sites(); return len(sites) > 0 })
	if len(sites) != 1 || sites[0].Name != name {
		t.Fatalf("the places are %+v, want one called %q", sites, name)
	}
	return sites[0]
}

// keptTrips reads the workspace of the app from outside.
type keptTrips struct {
	t    testing.TB
	s    *screen
	path string
	open *workspace.Workspace
}

// list returns the kept trips, with the summaries of their matches on any map.
func (k *keptTrips) list() []workspace.Trip {
	k.t.Helper()
	list, err := k.workspace().Trips(context.Background(), workspace.ListOptions{Key: workspace.MatchKey{Profile: match.MotorVehicle}})
	if err != nil {
		k.t.Fatal(err)
	}
	return list
}

// sites returns the kept places.
func (k *keptTrips) sites() []trip.Site {
	k.t.Helper()
	sites, err := k.workspace().Sites(context.Background())
	if err != nil {
		k.t.Fatal(err)
	}
	return sites
}

// workspace opens the workspace at the first call.
func (k *keptTrips) workspace() *workspace.Workspace {
	k.t.Helper()
	if k.open == nil {
		w, err := workspace.Open(context.Background(), k.path)
		if err != nil {
			k.t.Fatal(err)
		}
		k.open = w
		k.t.Cleanup(k.close)
	}
	return k.open
}

func (k *keptTrips) close() {
	if k.open != nil {
		if err := k.open.Close(); err != nil {
			k.t.Error(err)
		}
		k.open = nil
	}
}

// until waits until a condition on the kept trips holds.
func (k *keptTrips) until(what string, holds func([]workspace.Trip) bool) {
	k.t.Helper()
	k.s.until(what, func() bool { return holds(k.list()) })
}

func matchedOf(list []workspace.Trip) (n int) {
	for _, t := range list {
		if t.HasSummary {
			n++
		}
	}
	return n
}

func taggedWith(list []workspace.Trip, tag int) (n int) {
	for _, t := range list {
		if t.Tags.Has(tag) {
			n++
		}
	}
	return n
}

// gapPlate is the vehicle of the trip of dayFolder whose recorder was off for two hours,
// and lost is the number of points that it would have recorded on the road meanwhile.
const (
	gapPlate = "51C-77777"
	lost     = 90
)

// dayTrips is the number of trips in the folder of dayFolder.
const dayTrips = 4

// dayFolder writes a folder of good and bad files.
func dayFolder(t testing.TB) string {
	t.Helper()
	folder := t.TempDir()
	points := samplePoints(t, "city.gpx")
	half := len(points) / 2
	late := append(append([]match.Observation{}, points[:half]...), points[half+lost:]...)
	for i := range late {
		late[i].Time = late[i].Time.Add(24 * time.Hour)
		if i >= half {
			late[i].Time = late[i].Time.Add(2 * time.Hour)
		}
	}
	whole := sheetOf("51C-33333", samplePoints(t, "valley.gpx"))
	for name, content := range map[string]string{
		"a.csv":           sheetOf("51C-11111", points),
		"b.csv":           sheetOf("51C-22222", samplePoints(t, "meadow.gpx")),
		"van/gap.csv":     sheetOf(gapPlate, late),
		"van/cut.csv":     whole[:len(whole)-30],
		"van/empty.csv":   "plate,time,lat,lon\n",
		"van/garbage.gpx": "\x00\x01no track",
		"van/photo.jpg":   "no trace",
	} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// manyTrips writes a folder of n trips, each of another vehicle.
func manyTrips(t testing.TB, n int) string {
	t.Helper()
	folder, points := t.TempDir(), samplePoints(t, "city.gpx")
	for i := range n {
		path := filepath.Join(folder, fmt.Sprintf("%03d.csv", i))
		if err := os.WriteFile(path, []byte(sheetOf(fmt.Sprintf("60C-%05d", i), points)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// samplePoints returns the points of a sample trip.
func samplePoints(t testing.TB, name string) []match.Observation {
	t.Helper()
	content, err := fs.ReadFile(data.Trips(), name)
	if err != nil {
		t.Fatal(err)
	}
	trips, err := trace.Read(t.Context(), strings.NewReader(string(content)), name, trace.Options{Bounds: geo.NoBounds})
	if err != nil {
		t.Fatal(err)
	}
	return trips[0].Observations
}

// sheetOf writes points as CSV.
func sheetOf(plate string, points []match.Observation) string {
	var b strings.Builder
	b.WriteString("plate,time,lat,lon\n")
	for _, p := range points {
		fmt.Fprintf(&b, "%s,%s,%.6f,%.6f\n", plate, p.Time.Format(time.RFC3339), p.Lat, p.Lon)
	}
	return b.String()
}
