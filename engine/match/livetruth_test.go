// SPDX-License-Identifier: MIT

package match_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"roadsnap/engine/geo"
	"roadsnap/engine/match"
	"roadsnap/engine/match/score"
)

// TestLiveAgainstTruth compares the routes of live streams on recorded trips with the true
// ones, next to those of the whole trips.
func TestLiveAgainstTruth(t *testing.T) {
	if testing.Short() {
		t.Skip("a long run")
	}
	t.Parallel()
	folder := filepath.Join(dataFolder(t), "kubicka")
	names, err := filepath.Glob(filepath.Join(folder, "*.truth"))
	if err != nil {
		t.Fatal(err)
	}
	const most = 0.8 // per cent of the length that is wrong, but not with the whole trip
	five := match.Lag{Time: time.Hour, Points: 5}
	rows := []struct {
		seconds     float64
		lag         match.Lag
		live, whole score.Total
	}{
		{1, match.DefaultLag(), score.Total{}, score.Total{}},
		{5, match.DefaultLag(), score.Total{}, score.Total{}},
		{15, five, score.Total{}, score.Total{}},
		{30, five, score.Total{}, score.Total{}},
		{60, five, score.Total{}, score.Total{}},
		{120, five, score.Total{}, score.Total{}},
	}
	for _, name := range names {
		id := strings.TrimSuffix(filepath.Base(name), ".truth")
		g, track := recorded(t, id)
		m, truth := newMatcher(t, g), trueLines(t, name)
		for i := range rows {
			r := &rows[i]
			obs := thin(track, r.seconds)
			whole, err := m.Match(context.Background(), obs, match.MotorVehicle)
			if err != nil {
				t.Fatal(err)
			}
			r.whole.Add(score.Compare(truth, shapesOf(whole)).Route)
			r.live.Add(score.Compare(truth, shapesOf(live(t, m, obs, r.lag))).Route)
		}
	}
	for i := range rows {
		r := &rows[i]
		t.Logf("%3.0f s: %.2f %% correct, %.2f %% wrong; whole trips %.2f and %.2f", r.seconds,
			100*r.live.Correct(), 100*r.live.Wrong(), 100*r.whole.Correct(), 100*r.whole.Wrong())
		if more := 100 * (r.live.Wrong() - r.whole.Wrong()); more > most {
			t.Errorf("%.0f s: live %.2f %% more is wrong than of the whole trips, want at most %.2f %%", r.seconds, more, most)
		}
	}
}

func shapesOf(r match.Result) (lines [][]geo.Point) {
	for i := range r.Legs {
		lines = append(lines, r.Legs[i].Shape)
	}
	return lines
}

// trueLines reads a true route, a continuous line of vertices per line of text.
func trueLines(t *testing.T, name string) (lines [][]geo.Point) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for row := range strings.Lines(string(text)) {
		var line []geo.Point
		for _, pair := range strings.Fields(row) {
			lat, lon, _ := strings.Cut(pair, ",")
			y, err := strconv.ParseFloat(lat, 64)
			x, err2 := strconv.ParseFloat(lon, 64)
			if err != nil || err2 != nil {
				t.Fatalf("%s: %q", name, pair)
			}
			line = append(line, geo.Point{Lat: y, Lon: x})
		}
		lines = append(lines, line)
	}
	return lines
}
