// SPDX-License-Identifier: MIT

package timeline

import (
	"image"
	"image/color"
	"testing"
	"time"

	"roadsnap/engine/match"
	"roadsnap/engine/road"
	"roadsnap/engine/trip"
	"roadsnap/ui/trips"
)

var dawn = time.Date(2026, 11, 23, 5, 0, 0, 0, time.UTC)

// lineOf returns a line with a sample per second, all on way 7.
func lineOf(n int, speed func(i int) float64) *Line {
	c := &trips.Content{}
	d := trips.NewDrive(c, func([]match.Point) (map[int64]road.Way, error) {
		return map[int64]road.Way{7: {HasMaxSpeed: true, MaxSpeedKMH: 50}}, nil
	})
	for i := range n {
		c.Result.Points = append(c.Result.Points, match.Point{Index: i, State: match.Matched, HasWay: true, WayID: 7})
		d.Track.Samples = append(d.Track.Samples, trip.Sample{Index: int32(i), Time: dawn.Add(time.Duration(i) * time.Second), Speed: speed(i), OnRoad: true})
	}
	return newLine(Entry{Trip: &trips.Trip{Content: c}}, d)
}

func black() color.RGBA { return color.RGBA{A: 255} }

// graphOf draws a line, with the colours that tests look for.
func graphOf(l *Line, width, height int) *image.RGBA {
	whole := Span{dawn, l.Track.Samples[len(l.Track.Samples)-1].Time}
	p := plot{
		State: State{Lines: []*Line{l}, Whole: whole, Shown: Range{0, whole.Length().Seconds()}}, width: width, height: height, scale: 1,
		values: scaleOf([]*Line{l}, Speed),
		colours: colours{
			ground: color.RGBA{255, 255, 255, 255}, route: black(),
			stop: color.RGBA{0, 0, 255, 255}, gap: color.RGBA{255, 255, 0, 255}, over: color.RGBA{255, 0, 0, 255}, limit: color.RGBA{0, 255, 0, 255},
		},
	}
	return p.draw()
}

// has reports whether a column of a picture has a pixel that is nearly of a colour.
func has(img *image.RGBA, x int, c color.RGBA) bool {
	near := func(a, b uint8) bool { return max(a, b)-min(a, b) < 60 }
	for y := range img.Rect.Dy() {
		if p := img.RGBAAt(x, y); near(p.R, c.R) && near(p.G, c.G) && near(p.B, c.B) {
			return true
		}
	}
	return false
}

// TestAPeakOfOneSampleIsSeen has a sample of 200 km/h among 50,000 of 36 km/h, in a graph
// with 83 samples in each column.
func TestAPeakOfOneSampleIsSeen(t *testing.T) {
	const n, peak, width = 50_000, 31_234, 600
	img := graphOf(lineOf(n, func(i int) float64 {
		if i == peak {
			return 200 / kmh
		}
		return 10
	}), width, 100)
	x := peak * width / n
	for y := range 5 { // the peak is the upper edge
		if img.RGBAAt(x, y).R < 100 || img.RGBAAt(x+1, y).R < 100 {
			return
		}
	}
	t.Error("the peak is not drawn")
}

func TestSpeedsAboveTheLimitAreFilled(t *testing.T) {
	img := graphOf(lineOf(200, func(i int) float64 {
		if i < 100 {
			return 40 / kmh
		}
		return 80 / kmh
	}), 200, 100)
	red, green := color.RGBA{255, 0, 0, 255}, color.RGBA{0, 255, 0, 255}
	if has(img, 50, red) || !has(img, 150, red) || !has(img, 50, green) || !has(img, 150, green) {
		t.Error("the limit and what is above it are not where they should be")
	}
}

func TestTheLimitIsSeenAboveAllSpeeds(t *testing.T) {
	l := lineOf(10, func(int) float64 { return 5 })
	if top := scaleOf([]*Line{l}, Speed).high; top <= 50 {
		t.Errorf("the graph ends at %v, and the limit is 50", top)
	}
}

func TestStopsAndGapsAreBands(t *testing.T) {
	l := lineOf(200, func(int) float64 { return 10 })
	l.Trip.Stops = []trip.Stop{{Arrival: dawn.Add(20 * time.Second), Departure: dawn.Add(60 * time.Second)}}
	l.Track.Samples = append(l.Track.Samples[:100:100], l.Track.Samples[140:]...)
	l.Track.Samples[100].Gap = true
	img := graphOf(l, 200, 100)
	for x, want := range map[int]color.RGBA{10: {255, 255, 255, 255}, 40: {0, 0, 255, 255}, 80: {255, 255, 255, 255}, 120: {255, 255, 0, 255}, 180: {255, 255, 255, 255}} {
		if got := img.RGBAAt(x, 5); got != want {
			t.Errorf("at %d s the ground is %v, want %v", x, got, want)
		}
	}
	if has(img, 120, black()) {
		t.Error("a line is drawn through the gap")
	}
}

// TestTheLineBreaksWhereTheRecordingShowsNothing has no sample for 40 s, over which the route is
// inferred. Neither the speed nor what is above the limit is drawn there.
func TestTheLineBreaksWhereTheRecordingShowsNothing(t *testing.T) {
	l := lineOf(200, func(int) float64 { return 80 / kmh })
	l.Track.Samples = append(l.Track.Samples[:100:100], l.Track.Samples[140:]...)
	red, green := color.RGBA{255, 0, 0, 255}, color.RGBA{0, 255, 0, 255}
	if img := graphOf(l, 200, 100); !has(img, 120, black()) {
		t.Error("samples far apart are not joined")
	}
	l.Track.Samples[100].Inferred = true
	img := graphOf(l, 200, 100)
	if has(img, 120, black()) || has(img, 120, red) || has(img, 120, green) {
		t.Error("something is drawn where the recording shows nothing")
	}
	if !has(img, 90, black()) || !has(img, 150, black()) {
		t.Error("the line is not drawn before and after")
	}
	for seconds, want := range map[int]bool{50: false, 99: false, 100: true, 139: true, 140: false, 199: false} {
		if got := l.unseen(dawn.Add(time.Duration(seconds) * time.Second)); got != want {
			t.Errorf("after %d s: unseen %t", seconds, got)
		}
	}
}

func TestMarksAreRound(t *testing.T) {
	for top, want := range map[float64]float64{30: 10, 72: 20, 120: 50, 500: 200, 1: 0.5} {
		if got := tick(top, 4); got != want {
			t.Errorf("to %v the marks are %v apart, want %v", top, got, want)
		}
	}
	for length, want := range map[time.Duration]time.Duration{
		10 * time.Second: 2 * time.Second, time.Hour: 10 * time.Minute, 24 * time.Hour: 6 * time.Hour, 90 * 24 * time.Hour: 13 * 24 * time.Hour,
	} {
		if got := timeTick(length, 7); got != want {
			t.Errorf("in %v the marks are %v apart, want %v", length, got, want)
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	l := lineOf(50_000, func(i int) float64 { return float64(i % 23) })
	b.ReportAllocs()
	for b.Loop() {
		graphOf(l, 1000, 200)
	}
}
